import { expect, test } from 'vitest';
import { caseIn, failing, inOpenai, listedCase, passing } from '../../reports/gate/fixtures/runs.ts';
import { listed } from '../../reports/html/fixtures/listed.ts';
import { sample } from '../../reports/html/fixtures/sample.ts';
import type { Case } from '../../spec/engine/case.ts';
import type { Results } from '../../spec/results/schema.ts';
import type { BaseFacts } from './base-facts.ts';
import { baseResults, casesToPlay } from './base-results.ts';
import { playsFor } from './plays.ts';

const caseOf = (id: string): Case => {
  const [adapter = '', tool = '', scenario = '', mode = ''] = id.split('/');
  const identity = { id: adapter, implementation: 'sample', providerApi: adapter.replace('sample-', '') };
  const words = { id: scenario, title: 't', purpose: 'p' };
  return { id, kind: 'scenario', adapter: identity, tool, scenario: words, mode } as unknown as Case;
};

const facts = (ids: readonly string[], over: Partial<BaseFacts> = {}): BaseFacts => ({
  matrix: sample().results.matrix as BaseFacts['matrix'],
  adapters: [],
  cases: ids.map(caseOf),
  exceptions: [listed()],
  evidenceOf: () => undefined,
  ...over,
});

/** The sample's run, in which the case `failing` fails and `listedCase` is listed. */
const after = (change: (results: Results) => void = () => {}): Results => {
  const { results } = sample();
  results.problems = [];
  change(results);
  return results;
};

test('played at the base is what is no pass now, unless it lists or lacks it', () => {
  expect(casesToPlay(after(), facts([passing, failing, listedCase])).map(({ id }) => id)).toEqual([failing]);
  expect(casesToPlay(after(), facts([passing]))).toEqual([]);
});

test('where nothing else is, one case is played for the base to say whether it has the problems, too', () => {
  const troubled = after(({ problems }) => problems.push({ place: 'p', message: 'm', hint: 'h' }));
  expect(casesToPlay(troubled, facts([passing, inOpenai])).map(({ id }) => id)).toEqual([passing]);
});

test('the base says what was played there, what it lists, and that the rest passed', () => {
  const played = { ...after(), cases: [{ ...caseIn(after(), failing), verdict: 'error' as const }], problems: [] };
  const { cases, run } = baseResults(
    after(),
    facts([passing, failing, listedCase, 'sample-anthropic/a/gone/stream']),
    played,
  );
  expect(cases.map(({ id, verdict, exception }) => [id, verdict, exception])).toEqual([
    [passing, 'pass', undefined],
    [failing, 'error', undefined],
    [listedCase, 'known-failure', listed().place],
    ['sample-anthropic/a/gone/stream', 'pass', undefined],
  ]);
  expect(run.exceptions).toEqual([listed()]);
});

test('where nothing could be played there, what fails now passed', () => {
  const { cases } = baseResults(after(), facts([failing]), undefined);
  expect(cases).toMatchObject([{ id: failing, verdict: 'pass' }]);
});

test('the evidence is that of the recording as it was', () => {
  const asked: string[] = [];
  const evidenceOf: BaseFacts['evidenceOf'] = ({ path }) => {
    asked.push(path);
    return 'documented';
  };
  const { cases } = baseResults(after(), facts([inOpenai], { evidenceOf }), undefined);
  expect(cases).toMatchObject([{ evidence: 'documented' }]);
  expect(asked).toEqual(['recordings/cassettes/openai-responses/function-calling/parallel-calls.json.har']);
});

test('a run plays little that nobody asked for: of few cases all together, of many adapter by adapter', () => {
  const ids = (adapter: string, tool: string, count: number) =>
    Array.from({ length: count }, (_, n) => caseOf(`${adapter}/${tool}/s${n}/stream`));
  const few = [...ids('a', 'x', 1), ...ids('b', 'y', 1)];
  expect(playsFor(few, [...few, ...ids('a', 'y', 3)])).toEqual([
    { adapters: ['a', 'b'], tools: ['x', 'y'], scenarios: ['s0'], modes: ['stream'] },
  ]);
  const apart = [...ids('a', 'x', 50), ...ids('b', 'y', 50)];
  const all = [...apart, ...ids('a', 'y', 50), ...ids('b', 'x', 50)];
  expect(playsFor(apart, all).map(({ adapters, tools }) => [adapters, tools])).toEqual([
    [['a'], ['x']],
    [['b'], ['y']],
  ]);
  expect(playsFor([], all)).toEqual([]);
});
