import { expect, test } from 'vitest';
import { leftGreen, merged } from './again.ts';
import type { MutationReport } from './survivors.ts';

const mutant = (line: number, status: string, replacement = '""') => ({
  id: `${line}`,
  mutatorName: 'StringLiteral',
  replacement,
  status,
  location: { start: { line, column: 1 }, end: { line: line + 1, column: 3 } },
});

const before: MutationReport = {
  files: {
    'same.ts': { source: 'a', mutants: [mutant(1, 'Killed'), mutant(3, 'Survived'), mutant(3, 'NoCoverage', '{}')] },
    'changed.ts': { source: 'old', mutants: [mutant(1, 'Killed')] },
    'gone.ts': { source: 'x', mutants: [mutant(1, 'Survived')] },
  },
};
const files = [
  { name: 'same.ts', source: 'a' },
  { name: 'changed.ts', source: 'new' },
  { name: 'new.ts', source: 'n' },
];

test('what was left green is tried again by its lines, once; changed and new files are tried whole', () => {
  expect(leftGreen(before, files)).toEqual(['same.ts:3-4', 'changed.ts', 'new.ts']);
  expect(leftGreen({ files: {} }, files)).toEqual(['same.ts', 'changed.ts', 'new.ts']);
});

test('what was said since takes the place of what was said before, mutant by mutant; nothing is left of files that are gone', () => {
  const after: MutationReport = {
    files: {
      'same.ts': { source: 'a', mutants: [mutant(3, 'Killed')] },
      'changed.ts': { source: 'new', mutants: [mutant(7, 'Survived')] },
      'new.ts': { source: 'n', mutants: [mutant(2, 'Timeout')] },
    },
  };
  expect(merged(before, after, files)).toEqual({
    files: {
      'same.ts': { source: 'a', mutants: [mutant(1, 'Killed'), mutant(3, 'Killed'), mutant(3, 'NoCoverage', '{}')] },
      'changed.ts': { source: 'new', mutants: [mutant(7, 'Survived')] },
      'new.ts': { source: 'n', mutants: [mutant(2, 'Timeout')] },
    },
  });
});
