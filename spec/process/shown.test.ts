import { expect, test } from 'vitest';
import { shown, shownLine } from './shown.ts';

test('a secret is out, however JSON spells it', () => {
  const secret = 'se"cr\\et';
  expect(shown(`${secret} and ${JSON.stringify({ secret })}`, [secret])).toBe('••• and {"secret":"•••"}');
});

test('one line, whatever stands in it', () => {
  const line = shownLine('←', 'a\nb\u001b[31m\u202e\u2028c\r', []);
  expect(line).toBe('← a\\nb\\u001b[31m\\u202e\\u2028c\\u000d');
});

test('a long one is cut and says so; a secret at the cut is no less out', () => {
  const line = shownLine('→', `${'x'.repeat(595)}very-secret${'y'.repeat(10_000)}`, ['very-secret']);
  expect(line).toBe(`→ ${'x'.repeat(595)}•••yy… (9998 more)`);
});
