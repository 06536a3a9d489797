import { expect, test } from 'vitest';
import { tooHeavy, type Weight, weightTable } from './report.ts';

const weights: readonly Weight[] = [
  { what: 'site, files', value: 3001, limit: 3000, unit: '' },
  { what: 'site', value: 30, limit: 30, unit: 'MB' },
  { what: 'can-i-use', value: 0.4, limit: 0.3, unit: 's', isWallClock: true },
];

test('weights stand beside their limits, and those above are named', () => {
  expect(weightTable(weights, false).split('\n')).toEqual([
    'site, files     3001 of 3000  too much',
    'site           30.00 of 30 MB',
    'can-i-use      0.400 of 0.3 s  too much',
  ]);
});

test('a busy machine is not blamed on the clock', () => {
  expect(tooHeavy(weights, true).map(({ what }) => what)).toEqual(['site, files']);
  expect(weightTable(weights, true)).toContain('0.400 of 0.3 s  not judged: the machine is busy');
});
