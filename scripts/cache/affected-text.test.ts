import { expect, test } from 'vitest';
import type { Case } from '../../spec/engine/case.ts';
import { affectedText } from './affected-text.ts';

const since = { name: 'origin/main', commit: '0123456789abcdef' };
const cases = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `${i}` }) as Case);

test('what makes the most cases run comes first, and what nothing comes of is counted', () => {
  const why = [
    { file: 'README.md', because: 'words', cases: [] },
    { file: 'matrix/providers/google.json', because: 'the claims of a column', cases: cases(1) },
    { file: 'spec/wire/\u001b[31m.ts', because: 'their cases load it', cases: cases(3) },
  ];
  const text = affectedText({ since, files: why.map(({ file }) => file), cases: cases(3), isEverything: false, why });
  expect(text.split('\n')).toEqual([
    '3 changed files since origin/main (0123456) can affect 3 cases:',
    '  spec/wire/\\u001b[31m.ts: 3 cases, their cases load it',
    '  matrix/providers/google.json: 1 case, the claims of a column',
    '  1 file can affect none',
  ]);
});

test('where there are many files, few are named', () => {
  const why = Array.from({ length: 20 }, (_, i) => ({ file: `${i}`, because: 'it does', cases: cases(1) }));
  const text = affectedText({ since, files: why.map(({ file }) => file), cases: cases(1), isEverything: true, why });
  expect(text.split('\n')).toHaveLength(14);
  expect(text).toContain('can affect every case:');
  expect(text).toContain('  and 8 files more');
});

test('where nothing is affected, one line says so', () => {
  const nothing = { since, files: ['README.md'], cases: [], isEverything: false, why: [] };
  expect(affectedText(nothing)).toBe('no case can be affected by the 1 changed file since origin/main (0123456)');
});
