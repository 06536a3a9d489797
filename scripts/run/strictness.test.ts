import { expect, test } from 'vitest';
import { strictnessOf } from './strictness.ts';

const known = ['reference', 'mine'];

test('strictnessOf() reads what fails a run besides its verdicts', () => {
  expect(strictnessOf([], known)).toEqual({});
  expect(strictnessOf(['stale', 'warnings'], known)).toEqual({ failOnStale: true, errorOnWarnings: true });
  expect(strictnessOf(['warnings=mine'], known)).toEqual({ errorOnWarnings: 'mine' });
});

test.for([
  [['stael'], '--strict "stael": unknown', 'use warnings, warnings=<implementation> or stale'],
  [['warnings=refrence'], 'unknown implementation "refrence"', 'did you mean "reference"?'],
  [['warnings', 'warnings=mine'], '--strict warnings: given twice', 'name one implementation, or none for all'],
] as const)('strictnessOf() rejects %j', ([asked, message, hint]) => {
  expect(() => strictnessOf(asked, known)).toThrow(expect.objectContaining({ name: 'UserError', message, hint }));
});
