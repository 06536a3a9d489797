import { expect, test } from 'vitest';
import { planRun } from '../../spec/engine/plan.ts';
import { lengthsOf } from '../shards/length.ts';
import { together } from './together.ts';

const plan = await planRun({ adapters: [], tools: [], scenarios: [], modes: [] }, '2026-11-20');
const suites = plan.adapters.map(({ suite }) => suite);
const columnOf = (suite: string) => suite.split('/')[2];
const of = (processors: number, chosen = suites) =>
  together(
    plan,
    chosen,
    processors,
    lengthsOf(plan, () => 10_000),
  );

test('the suites of a provider API are together, and the longest group is first', () => {
  const groups = of(2);
  expect(groups.flat().sort()).toEqual([...suites].sort());
  expect(groups.map((group) => new Set(group.map(columnOf)).size)).toEqual(groups.map(() => 1));
  expect(new Set(groups.map(([first = '']) => columnOf(first))).size).toBe(groups.length);
  // It has the most adapters, and conversations of them.
  expect(groups[0]?.map(columnOf)).toContain('anthropic');
});

test('where one provider API is more than a processor has to do, its suites are divided', () => {
  const one = suites.filter((suite) => columnOf(suite) === 'openai-responses');
  expect(of(1, one)).toHaveLength(1);
  const halves = of(2, one);
  expect(halves.map(({ length }) => length)).toEqual([2, 2]);
  expect(halves.flat().sort()).toEqual([...one].sort());
  const size = (processors: number) =>
    together(
      plan,
      one,
      processors,
      lengthsOf(plan, () => 11_113),
    ).length;
  expect([1, 2, 3, 4].map(size)).toEqual([1, 2, 3, 4]);
  // No more processes than suites.
  expect(of(64, one).map(({ length }) => length)).toEqual([1, 1, 1, 1]);
});

test('of nothing there is no group', () => {
  expect(of(2, [])).toEqual([]);
});
