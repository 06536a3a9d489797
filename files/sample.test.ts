import { expect, test } from 'vitest';
import { sampled } from './sample.ts';

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
