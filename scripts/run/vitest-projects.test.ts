import { expect, test } from 'vitest';
import { planRun } from '../../spec/engine/plan.ts';
import type { Program } from '../../spec/external-adapter/external-adapter.ts';
import { lengthsOf, suitesOf } from '../shards/shard.ts';
import { planOf as planAsked } from './run.ts';
import { groupSuites, projectsFor } from './vitest-projects.ts';

const planOf = (...cases: string[]) => planRun({ cases }, '2026-11-20');
const one = await planOf('reference-anthropic');
const two = await planOf('reference-anthropic', 'reference-google');
const suite = 'adapters/reference/anthropic/conformance.test.ts';

const partsOf = (...args: Parameters<typeof projectsFor>) =>
  projectsFor(...args).map(({ test }) => test?.provide?.conformance?.settings.part);

test('one suite is shared by as many projects as there are processors', () => {
  expect(partsOf(one, [[suite]], 2)).toEqual([0, 1].map((nth) => ({ nth, of: 2 })));
  for (const { test } of projectsFor(one, [[suite]], 2)) expect(test?.include).toEqual([suite]);
});

test('several suites keep the processors busy by themselves', () => {
  expect(partsOf(one, [[suite], ['another'], ['a third']], 2)).toEqual([undefined]);
  expect(partsOf(two, [[suite], ['another']], 4)).toHaveLength(2);
});

test('of a group vitest is told of the first alone, which is told what follows it', () => {
  const [project] = projectsFor(one, [[suite, 'another'], ['a third']], 2);
  expect(project?.test?.include).toEqual([suite, 'a third']);
  expect(project?.test?.provide?.conformance?.following).toEqual({ [suite]: ['another'], 'a third': [] });
});

test('a few cases are not worth another process', async () => {
  expect(partsOf(await planOf('reference-anthropic/web-search'), [[suite]], 8)).toEqual([undefined]);
  expect(partsOf(await planOf('reference-mistral-chat'), [[suite]], 2)).toEqual([undefined]);
});

test('the adapters that a program is have one suite, which is told of it and shared', async () => {
  const program: Program = {
    implementation: 'mine',
    providerApis: ['anthropic', 'google'],
    words: ['x'],
    folder: '/',
    told: 'x',
    startedBy: '--command x',
  };
  const plan = await planAsked({
    selection: { cases: ['mine-anthropic', 'google/*/*/stream'] },
    program,
    say: () => {},
  });
  if (!plan) expect.fail('there is no plan');
  expect(plan.selection.cases).toEqual(['mine-anthropic', 'mine-google/*/*/stream']);
  const suites = suitesOf(
    lengthsOf(plan, () => 0),
    { nth: 1, of: 1 },
  );
  expect(suites).toHaveLength(1);
  const projects = projectsFor(plan, [suites], 2, program);
  expect(projects.map(({ test }) => test?.provide?.program)).toEqual([program, program]);
});

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

test('programs start first, and have a process besides where they take long', () => {
  const { groups, processes } = given(2, suites);
  const first = Math.min(programs.size, 2);
  expect(groups.slice(0, first).flat().toSorted()).toEqual(suites.filter(isProgram));
  expect(groups.slice(first)).toEqual(of(2));
  expect(processes).toBe(3);
  expect(given(2, libraries).processes).toBe(2);
  const short = given(2, [...libraries, ...suites.filter(isProgram).slice(0, 1)]);
  expect([short.groups.flat().find(isProgram), short.processes]).toEqual([short.groups[0]?.[0], 2]);
  // Where there is nothing else, they have all processes.
  const alone = given(2, suites.filter(isProgram));
  expect([alone.groups.length, alone.processes]).toEqual([first, 2]);
});
