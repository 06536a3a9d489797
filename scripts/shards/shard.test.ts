import { expect, test } from 'vitest';
import { planRun } from '../../spec/engine/plan.ts';
import { asShard, lengthsOf, parseShard, recordingSizes, suitesOf } from './shard.ts';

const plan = await planRun({ cases: [] }, '2026-11-20');
const lengths = lengthsOf(plan, recordingSizes());
const shards = (of: number) => Array.from({ length: of }, (_, i) => suitesOf(lengths, { nth: i + 1, of }));
const conversations = lengthsOf(plan, () => 0);
const lengthOf = (suites: readonly string[]) => suites.reduce((sum, suite) => sum + (conversations.get(suite) ?? 0), 0);

test('parseShard() reads the index and the count', () => {
  expect(parseShard('2/4')).toEqual({ nth: 2, of: 4 });
  expect(parseShard('1/1')).toEqual({ nth: 1, of: 1 });
});

test('a shard beyond the number of shards is rejected', () => {
  expect(() => parseShard('5/4')).toThrow('--shard "5/4": index is greater than the count');
});

test.for(['0/4', '1/0', '-1/4', '1', '1/4/8', 'one/four', '1/1001', '1/99999', '1.5/2', ''])('%j is none', (text) => {
  expect(() => parseShard(text)).toThrow(
    expect.objectContaining({ name: 'UserError', message: `--shard "${text}": not a shard` }),
  );
});

test.for([1, 2, 3, 4, 14, 20])('%i shards have every suite once', (of) => {
  const all = plan.adapters.map(({ suite }) => suite).sort();
  expect(shards(of).flat().sort()).toEqual(all);
});

test('shards have about as much to play, and long recordings are long', () => {
  for (const count of [2, 3, 4]) {
    const lengths = shards(count).map(lengthOf);
    expect(Math.min(...lengths) / Math.max(...lengths), `${count} shards`).toBeGreaterThan(0.55);
  }
  const long = 'adapters/reference/azure-foundry-agents/conformance.test.ts';
  const { length } = plan.adapters;
  const placeIn = (weights: typeof lengths) =>
    Array.from({ length }, (_, i) => suitesOf(weights, { nth: i + 1, of: length })).findIndex(
      ([suite]) => suite === long,
    );
  expect(placeIn(lengths), 'by conversations alone it is among the shorter ones').toBeLessThan(placeIn(conversations));
});

test('an adapter without a case is in no shard', () => {
  const cases = plan.cases.filter(({ adapter }) => adapter.id === 'reference-google');
  expect(suitesOf(lengthsOf({ ...plan, cases }, recordingSizes()), { nth: 1, of: 1 })).toEqual([
    'adapters/reference/google/conformance.test.ts',
  ]);
  expect(suitesOf(lengthsOf({ ...plan, cases }, recordingSizes()), { nth: 2, of: 2 })).toEqual([]);
});

test('the plan of a shard says which it is, and of which commit', () => {
  expect(asShard(plan, { nth: 2, of: 4 }, 'abc')).toEqual({
    ...plan,
    selection: { ...plan.selection, shard: ['2/4'] },
    commit: 'abc',
  });
  expect(asShard(plan, { nth: 2, of: 4 }, undefined)).not.toHaveProperty('commit');
});

const selection = { cases: ['reference-google', 'reference-mistral'] };
const two = await planRun(selection, '2026-11-20');
const [google = '', mistral = ''] = two.adapters.map(({ suite }) => suite);

test('a suite is longer the more it plays, and the longer the recordings are', () => {
  const alike = lengthsOf(two, () => 10_000);
  expect(alike.get(google)).toBeGreaterThan(alike.get(mistral) ?? 0);
  const longer = lengthsOf(two, (providerApi) => (providerApi === 'mistral' ? 90_000 : 10_000));
  expect(longer.get(mistral)).toBe((alike.get(mistral) ?? 0) * 5);
  expect(longer.get(google)).toBe(alike.get(google));
});

test('a suite without a case is not there', () => {
  const cases = two.cases.filter(({ adapter }) => adapter.providerApi === 'google');
  expect([...lengthsOf({ ...two, cases }, () => 0).keys()]).toEqual([google]);
});

test('adapters that are one program have one length', () => {
  const adapters = two.adapters.map((adapter) => ({ ...adapter, suite: 'theirs' }));
  const apart = lengthsOf(two, () => 0);
  expect([...lengthsOf({ ...two, adapters }, () => 0)]).toEqual([
    ['theirs', (apart.get(google) ?? 0) + (apart.get(mistral) ?? 0)],
  ]);
});
