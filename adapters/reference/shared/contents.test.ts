import { expect, test } from 'vitest';
import { utf16Offset } from './contents.ts';

test.each([
  ['abc', 0, 0],
  ['abc', 2, 2],
  ['abc', 9, 3],
  ['', 1, 0],
  ['é❄x', 2, 2],
  ['🛰️ up', 1, 2],
  ['🛰️ up', 3, 4],
  ['a🛰b🛰c', 4, 6],
  // A lone surrogate is one code point.
  ['\ud83dx', 1, 1],
])('in %j, code point %s begins at %s', (text, codePoints, expected) => {
  expect(utf16Offset(text, codePoints)).toBe(expected);
});
