import { expect, test } from 'vitest';
import { loadMatrix } from '../../matrix/load.ts';
import { costOf, dollars, loadPrices, type Prices } from './price.ts';

const source = 'https://example.com/prices';
const prices: Prices = [
  { model: 'small-*', input: 1, output: 4, source, read: '2026-11-20' },
  { model: 'large', input: 10, output: 40, source, read: '2026-11-20' },
];

test('tokens of a model cost what its price says, and a model without a price has no known cost', () => {
  expect(costOf('small-2026', { input: 1_000_000, output: 500_000 }, prices)).toBe(3);
  expect(costOf('large', { input: 100, output: 0 }, prices)).toBeCloseTo(0.001);
  expect(costOf('larger', { input: 100, output: 0 }, prices)).toBeUndefined();
  expect(costOf('xsmall-1', { input: 100, output: 0 }, prices)).toBeUndefined();
});

test('sums are printed with digits that say something', () => {
  expect([0, 0.00042, 0.01, 12.3].map(dollars)).toEqual(['$0.00', '$0.00042', '$0.01', '$12.30']);
});

test('the models that recordings are usually made with have prices', async () => {
  const known = await loadPrices();
  const models = (await loadMatrix()).providers.flatMap(({ recording }) => recording?.model ?? []);
  const unknown = new Set(models.filter((model) => costOf(model, { input: 1, output: 1 }, known) === undefined));
  expect([...unknown]).toEqual([]);
});
