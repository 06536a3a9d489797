import { expect, it } from 'vitest';
import { printable } from './printable.ts';

it('leaves text, line breaks and tabs as they are', () => {
  expect(printable('naïve → 日本\n\t🙂')).toBe('naïve → 日本\n\t🙂');
});

it('shows what would steer the terminal', () => {
  expect(printable('\x1b[2J\x1b]0;title\x07\r\x9b31m\u202egpj.exe')).toBe(
    '\\u{1b}[2J\\u{1b}]0;title\\u{7}\\u{d}\\u{9b}31m\\u{202e}gpj.exe',
  );
});
