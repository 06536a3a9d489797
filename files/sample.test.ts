import { expect, test } from 'vitest';
import { sampled, sampleSize } from './sample.ts';

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

test('a size is a whole number above 0', () => {
  expect(sampleSize('24')).toBe(24);
  for (const text of ['0', '-1', 'many', '1.5', '']) expect(() => sampleSize(text)).toThrow('whole number above 0');
});
