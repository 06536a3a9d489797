import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import { LineSplitter, redacted, redactedLine } from './json-lines.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('lines come out whole, wherever the bytes were cut, and only line feeds end them', () => {
  // By day of letters of one to four bytes and line ends of all kinds: a table of all characters takes a second to make.
  const letters = [...'a\r\n\u2028\u0085\0{é字🐟\ufeff'];
  const unit = isNightly ? 'binary' : fc.constantFrom(...letters);
  const line = fc.string({ unit }).map((text) => text.replaceAll('\n', '\u2028').replace(/^\ufeff+/, ''));
  fc.assert(
    fc.property(fc.array(line), fc.integer({ min: 1, max: 7 }), (lines, size) => {
      const whole = bytes(lines.map((text) => `${text}\n`).join(''));
      const splitter = new LineSplitter(() => 1_000_000);
      const seen: string[] = [];
      for (let at = 0; at < whole.length; at += size) seen.push(...splitter.push(whole.subarray(at, at + size)));
      expect(seen).toEqual(lines);
      expect(splitter.unfinished).toBe(false);
    }),
  );
});

test('a line that was never ended is known as such; one that is no UTF-8, or endless, is refused', () => {
  const splitter = new LineSplitter(() => 2);
  expect(splitter.push(bytes('a\nb'))).toEqual(['a']);
  expect(splitter.unfinished).toBe(true);
  expect(() => new LineSplitter(() => 2).push(new Uint8Array([0xff, 0x0a]))).toThrow(TypeError);
  const endless = new LineSplitter(() => 2 ** 20);
  for (let kibibyte = 0; kibibyte < 1024; kibibyte++) endless.push(new Uint8Array(1024));
  expect(() => endless.push(new Uint8Array(1))).toThrow(
    'a line is longer than 1 MiB: end each message with a line feed',
  );
  expect(() => new LineSplitter(() => 2).push(bytes('abc\n'))).toThrow('longer than 2 bytes');
});

test('a secret is out, however JSON spells it', () => {
  const secret = 'se"cr\\et';
  expect(redacted(`${secret} and ${JSON.stringify({ secret })}`, [secret])).toBe('••• and {"secret":"•••"}');
});

test('one line, whatever stands in it', () => {
  const line = redactedLine('←', 'a\nb\u001b[31m\u202e\u2028c\r', []);
  expect(line).toBe('← a\\nb\\u001b[31m\\u202e\\u2028c\\u000d');
});

test('a long one is cut and says so; a secret at the cut is no less out', () => {
  const line = redactedLine('→', `${'x'.repeat(595)}very-secret${'y'.repeat(10_000)}`, ['very-secret']);
  expect(line).toBe(`→ ${'x'.repeat(595)}•••yy… (9998 more)`);
});
