import { expect, test } from 'vitest';
import { understands } from './messages.ts';

test.for([
  ['1.0.0', '1.0.0', true],
  ['1.4.0', '1.0.2', true],
  ['2.0.0', '1.9.0', false],
  ['0.2.0', '0.1.0', false],
  ['1.0.0-draft', '1.0.0-draft', true],
  ['1.0.0-draft', '1.0.0', false],
  ['1.0.0', '1.1.0-rc.1', false],
  ['1.0.0', '1', false],
  ['1.0.0', '', false],
] as const)('%s and %s: %s', ([ours, theirs, expected]) => {
  expect(understands(ours, theirs)).toBe(expected);
});
