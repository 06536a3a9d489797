import { expect, test } from 'vitest';
import { planRun } from '../../spec/engine/plan.ts';
import { limited } from './limit.ts';

const plan = await planRun({ adapters: [], tools: ['web-search'], scenarios: [], modes: [] }, '2026-11-20');
const found = { since: { name: 'main', commit: 'abc' }, files: [], why: [], isEverything: false };

test('only what is affected is left, and the selection says since when', () => {
  const cases = plan.cases.filter(({ adapter, mode }) => adapter.id === 'reference-google' && mode === 'stream');
  const left = limited(plan, { ...found, cases });
  expect(left?.cases).toEqual(cases);
  expect(left?.settings.cases).toEqual(cases.map(({ id }) => id));
  expect(left?.adapters.map(({ id }) => id)).toEqual(['reference-google']);
  expect(left?.selection).toEqual({ ...plan.selection, since: ['abc'] });
});

test('where everything is affected, the plan is as it was; where nothing of it is, there is none', () => {
  expect(limited(plan, { ...found, cases: plan.cases, isEverything: true })).toBe(plan);
  expect(limited(plan, { ...found, cases: [] })).toBeUndefined();
});
