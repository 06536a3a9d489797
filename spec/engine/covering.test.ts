import { expect, test } from 'vitest';
import { covering } from './covering.ts';

test('few hold what all hold, those with most of it first, and stay in their order', () => {
  const all = ['a', 'ab', 'bc', 'abc', 'd', 'cd'];
  expect(covering(all, (letters) => letters)).toEqual(['abc', 'cd']);
  expect(covering([1, 2, 3], (n) => [n < 3 ? 'x' : 'y'])).toEqual([1, 3]);
  expect(covering([], () => ['x'])).toEqual([]);
});

test('what has nothing is not needed', () => {
  expect(covering(['', 'a'], (letters) => letters)).toEqual(['a']);
});
