import { expect, test } from 'vitest';
import { deal } from './deal.ts';

const itself = (n: number) => n;

test('the longest is dealt first, each to whoever has least', () => {
  expect(deal([1, 2, 3, 8, 4], 2, itself)).toEqual([
    [8, 1],
    [4, 3, 2],
  ]);
});

test('of hands that have as little, the first gets it', () => {
  expect(deal(['a', 'b', 'c'], 2, () => 1)).toEqual([['a', 'c'], ['b']]);
});

test('there are as many hands as were asked for', () => {
  expect(deal([5], 3, itself)).toEqual([[5], [], []]);
});
