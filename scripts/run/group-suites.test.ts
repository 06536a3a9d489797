import { expect, test } from 'vitest';
import { planRun } from '../../spec/engine/plan.ts';
import { lengthsOf } from '../shards/estimate-duration.ts';
import { groupSuites } from './group-suites.ts';

const plan = await planRun({ cases: [] }, '2026-11-20');
const suites = plan.adapters.map(({ suite }) => suite);
const columnOf = (suite: string) => suite.split('/')[2];
const given = (processors: number, chosen: readonly string[], bytes = 10_000) =>
  groupSuites(
    plan,
    chosen,
    processors,
    lengthsOf(plan, () => bytes),
  );
const programs = new Set(plan.adapters.flatMap(({ suite, isProgram }) => (isProgram ? suite : [])));
const isProgram = (suite: string) => programs.has(suite);
const libraries = suites.filter((suite) => !isProgram(suite));
const of = (processors: number, chosen = libraries) => given(processors, chosen).groups;

test('the suites of a provider API are together, and the longest group is first', () => {
  const groups = of(2);
  expect(groups.flat().sort()).toEqual([...libraries].sort());
  expect(groups.map((group) => new Set(group.map(columnOf)).size)).toEqual(groups.map(() => 1));
  expect(new Set(groups.map(([first = '']) => columnOf(first))).size).toBe(groups.length);
  // It has the most adapters, and conversations of them.
  expect(groups[0]?.map(columnOf)).toContain('openai-responses');
});

test('where one provider API is more than a processor has to do, its suites are divided', () => {
  const one = libraries.filter((suite) => columnOf(suite) === 'openai-responses');
  expect(of(1, one)).toHaveLength(1);
  const halves = of(2, one);
  expect(halves.map(({ length }) => length)).toEqual([2, 2]);
  expect(halves.flat().sort()).toEqual([...one].sort());
  const size = (processors: number) => given(processors, one, 11_113).groups.length;
  expect([1, 2, 3, 4].map(size)).toEqual([1, 2, 3, 4]);
  // No more processes than suites.
  expect(of(64, one).map(({ length }) => length)).toEqual([1, 1, 1, 1]);
});

test('of nothing there is no group', () => {
  expect(of(2, [])).toEqual([]);
});

test('programs have a process besides, which starts first', () => {
  const { groups, processes } = given(2, suites);
  const first = Math.min(programs.size, 2);
  expect(groups.slice(0, first).flat().toSorted()).toEqual(suites.filter(isProgram));
  expect(groups.slice(first)).toEqual(of(2));
  expect(processes).toBe(3);
  expect(given(2, libraries).processes).toBe(2);
  // Where there is nothing else, they have all processes.
  const alone = given(2, suites.filter(isProgram));
  expect([alone.groups.length, alone.processes]).toEqual([first, 2]);
});
