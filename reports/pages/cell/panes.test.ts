import { expect, it } from 'vitest';
import { excerptOf, jsonLines } from './panes.ts';

const marked = (value: unknown, ...paths: string[]): string[] =>
  jsonLines(JSON.stringify(value, null, 2), paths).flatMap(({ text, isMarked }) => (isMarked ? [text.trim()] : []));

it('marks what is at a JSON path, and all within it', () => {
  const value = { a: [{ b: 1, c: ['x', 'y'] }, { b: 2 }], ab: 3, empty: {}, 'quo"te': { b: 4 } };
  expect(marked(value, 'a[1].b')).toEqual(['"b": 2']);
  expect(marked(value, 'a[0].c')).toEqual(['"c": [', '"x",', '"y"', ']']);
  expect(marked(value, 'ab', 'empty')).toEqual(['"ab": 3,', '"empty": {},']);
  expect(marked(value, 'nowhere')).toEqual([]);
});

it('takes no text for structure', () => {
  expect(marked({ a: '}, {', b: ['[', '{"b": 1'], c: 1 }, 'c')).toEqual(['"c": 1']);
});

it('keeps the marked lines with those around them, and says how many are left out', () => {
  const lines = Array.from({ length: 100 }, (_, i) => ({ text: `line ${i}`, isMarked: i === 50 }));
  expect(excerptOf(lines, 1).map(({ text }) => text)).toEqual([
    '… 49 more',
    'line 49',
    'line 50',
    'line 51',
    '… 48 more',
  ]);
  expect(excerptOf(lines.map((line) => ({ ...line, isMarked: false }))).at(-1)?.text).toBe('… 60 more');
  expect(excerptOf([{ text: 'x'.repeat(1000), isMarked: true }])[0]?.text).toMatch(/^x{600}… \(400 more\)$/);
});
