import { expect, test } from 'vitest';
import type { Item } from './plan.ts';
import { Purse } from './purse.ts';

const item = (requests: number, cost?: number): Item =>
  ({ model: 'm', requests, tokens: { input: 0, output: 0 }, ...(cost === undefined ? {} : { cost }) }) as Item;
const prices = [{ model: 'm', input: 1, output: 0, source: 'https://example.com', read: '2026-11-20' }];

test('what goes on counts as spent until it is known what it took', () => {
  const purse = new Purse({ budget: 1 }, prices);
  const [first, second, third] = [item(1, 0.6), item(1, 0.6), item(1, 0.3)];
  expect(purse.begin(first)).toBeUndefined();
  expect(purse.begin(second)).toBe('the budget of $1.00 would not do');
  expect(purse.end(first, { input: 100_000, output: 0 })).toBeCloseTo(0.1);
  expect(purse.begin(second)).toBeUndefined();
  expect(purse.begin(third)).toBeUndefined();
  expect(purse.begin(item(1, 0.1))).toBe('the budget of $1.00 would not do');
});

test('so do requests', () => {
  const purse = new Purse({ maxRequests: 3 }, prices);
  expect(purse.begin(item(2))).toBeUndefined();
  expect(purse.begin(item(2))).toBe('more than 3 requests would be made');
  expect(purse.begin(item(1))).toBeUndefined();
});

test('without limits nothing is refused; a budget needs prices', () => {
  expect(new Purse({}, prices).begin(item(1_000_000, 1_000_000))).toBeUndefined();
  expect(new Purse({}, prices).begin(item(1))).toBeUndefined();
  expect(new Purse({ budget: 1 }, prices).begin(item(1))).toContain('the price of m is not known');
});
