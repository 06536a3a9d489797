import { expect, test } from 'vitest';
import { startTable } from './start.ts';

test('times stand beside their ratios to the first', () => {
  expect(startTable({ 'node -e 0': 25, 'atc --help': 50.4 })).toBe(
    'node -e 0      25  ×1.00\natc --help     50  ×2.02',
  );
});
