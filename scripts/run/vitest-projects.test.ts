import { expect, test } from 'vitest';
import { planRun } from '../../spec/engine/plan.ts';
import type { Program } from '../../spec/external-adapter/external-adapter.ts';
import { lengthsOf } from '../shards/estimate-duration.ts';
import { suitesOf } from '../shards/shard.ts';
import { planOf as planAsked } from './run.ts';
import { projectsFor } from './vitest-projects.ts';

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
