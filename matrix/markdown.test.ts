import { expect, test } from 'vitest';
import { Footnotes, tableText } from './markdown.ts';

test.each([
  ['a | b', 'a \\| b'],
  ['a \\| b', 'a \\\\\\| b'],
  ['one\n  two', 'one two'],
])('%j stands in a table as %j', (text, expected) => {
  expect(tableText(text)).toBe(expected);
});

test('footnotes are numbered by first mention, once for each text, and not at all for none', () => {
  const footnotes = new Footnotes();
  expect(['a', 'b', '', 'a'].map((text) => footnotes.mark(text))).toEqual(['[^1]', '[^2]', '', '[^1]']);
  expect(footnotes.lines()).toEqual(['[^1]: a', '[^2]: b']);
});

test('a footnote is one line', () => {
  const footnotes = new Footnotes();
  footnotes.mark('one\n[^9]: two');
  expect(footnotes.lines()).toEqual(['[^1]: one [^9]: two']);
});
