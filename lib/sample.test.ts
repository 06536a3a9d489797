import { expect, test } from 'vitest';
import { packIntoBins, sampled } from './sample.ts';

const all = Array.from({ length: 20 }, (_, i) => i);

test('a seed chooses the same ones in their order, another seed others', () => {
  const of = (seed: string, count = 5) => sampled(all, { seed, count }, String);
  expect(of('a')).toEqual(of('a').toSorted((x, y) => x - y));
  expect(of('a')).toHaveLength(5);
  expect(of('a')).toEqual(of('a'));
  expect(of('a')).not.toEqual(of('b'));
  expect(of('a', 99)).toEqual(all);
  expect(sampled(all, undefined, String)).toBe(all);
});

const itself = (n: number) => n;

test('the longest is dealt first, each to whoever has least', () => {
  expect(packIntoBins([1, 2, 3, 8, 4], 2, itself)).toEqual([
    [8, 1],
    [4, 3, 2],
  ]);
});

test('of hands that have as little, the first gets it', () => {
  expect(packIntoBins(['a', 'b', 'c'], 2, () => 1)).toEqual([['a', 'c'], ['b']]);
});

test('there are as many hands as were asked for', () => {
  expect(packIntoBins([5], 3, itself)).toEqual([[5], [], []]);
});
