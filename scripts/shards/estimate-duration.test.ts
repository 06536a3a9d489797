import { expect, test } from 'vitest';
import { planRun } from '../../spec/engine/plan.ts';
import { lengthsOf } from './estimate-duration.ts';

const selection = { cases: ['reference-google', 'reference-mistral'] };
const plan = await planRun(selection, '2026-11-20');
const [google = '', mistral = ''] = plan.adapters.map(({ suite }) => suite);

test('a suite is longer the more it plays, and the longer the recordings are', () => {
  const alike = lengthsOf(plan, () => 10_000);
  expect(alike.get(google)).toBeGreaterThan(alike.get(mistral) ?? 0);
  const longer = lengthsOf(plan, (providerApi) => (providerApi === 'mistral' ? 90_000 : 10_000));
  expect(longer.get(mistral)).toBe((alike.get(mistral) ?? 0) * 5);
  expect(longer.get(google)).toBe(alike.get(google));
});

test('a suite without a case is not there', () => {
  const cases = plan.cases.filter(({ adapter }) => adapter.providerApi === 'google');
  expect([...lengthsOf({ ...plan, cases }, () => 0).keys()]).toEqual([google]);
});

test('adapters that are one program have one length', () => {
  const adapters = plan.adapters.map((adapter) => ({ ...adapter, suite: 'theirs' }));
  const apart = lengthsOf(plan, () => 0);
  expect([...lengthsOf({ ...plan, adapters }, () => 0)]).toEqual([
    ['theirs', (apart.get(google) ?? 0) + (apart.get(mistral) ?? 0)],
  ]);
});
