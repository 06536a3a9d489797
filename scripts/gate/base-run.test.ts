import { expect, test } from 'vitest';
import { sample } from '../../reports/fixtures/sample.ts';
import { listed } from '../../reports/fixtures/sample-issue.ts';
import { caseIn, failingRun, inOpenai, listedCase, passing } from '../../reports/gate/fixtures/runs.ts';
import { aliasesOf } from '../../spec/aliases.ts';
import type { Results } from '../../spec/results/schema.ts';
import { baseRun, casesToRun, chosenState, runWithCurrentIds } from './base-run.ts';
import type { RevisionOutcomes, RevisionState } from './revision/schema.ts';
import { revisionFormatVersion } from './revision/version.ts';

const none = aliasesOf([]);
const gone = 'sample-anthropic/a/gone/stream';

const { title, id: issueId, ...about } = listed();
const known = { verdict: 'known-failure' as const, reason: title, knownIssues: [issueId] };
const stated = (over: Partial<ReturnType<typeof listed>> = {}) => {
  const { adapter, impact, covers, place } = { ...about, ...over };
  return { adapter, id: issueId, title, impact, covers, place };
};

/** A state of the base with these cases of the sample's adapters. */
const stateOf = (ids: readonly string[], over: Partial<RevisionState['cases'][number]> = {}): RevisionState => ({
  version: revisionFormatVersion,
  adapters: ['anthropic', 'openai-responses'].map((providerApi) => ({
    id: `sample-${providerApi}`,
    implementation: 'sample',
    providerApi,
  })),
  matrix: { tools: [], providers: [] },
  knownIssues: [stated()],
  cases: ids.map((id) => ({
    id,
    kind: 'scenario',
    ...(id === listedCase ? { known } : {}),
    ...over,
  })),
});

/** The sample's run, in which the case `failing` fails and `listedCase` is listed. */
const after = (change: (results: Results) => void = () => {}): Results => {
  const { results } = sample();
  results.problems = [];
  results.run.selection = {};
  change(results);
  return results;
};

const base = (ids: readonly string[], run = after()) => chosenState(stateOf(ids), none, run);

const outcomes = (cases: RevisionOutcomes['cases']): RevisionOutcomes => ({
  version: revisionFormatVersion,
  cases,
  problems: [],
});

test('casesToRun() has the cases that are no pass now, unless the base lists or lacks them', () => {
  expect(casesToRun(after(), base([passing, failingRun, listedCase]))).toEqual([failingRun]);
  expect(casesToRun(after(), base([passing]))).toEqual([]);
});

test('casesToRun() has one case where only a problem has to be compared', () => {
  const troubled = after(({ problems }) => problems.push({ place: 'p', message: 'm', hint: 'h' }));
  expect(casesToRun(troubled, base([passing, inOpenai]))).toEqual([passing]);
});

test('chosenState() leaves out what the selection of the run leaves out', () => {
  const chosen = (selection: Results['run']['selection']) =>
    base(
      [passing, inOpenai, gone],
      after(({ run }) => {
        run.selection = selection;
      }),
    );
  expect(chosen({ adapters: ['sample-anthropic'] }).cases.map(({ id }) => id)).toEqual([passing, gone]);
  expect(chosen({ adapters: ['sample-anthropic'] }).adapters.map(({ id }) => id)).toEqual(['sample-anthropic']);
  expect(chosen({ cases: ['sample-anthropic'] }).cases.map(({ id }) => id)).toEqual([passing, gone]);
  expect(chosen({ cases: ['sample-anthropic'] }).adapters.map(({ id }) => id)).toEqual(['sample-anthropic']);
  expect(chosen({ tools: ['function-calling'], modes: ['complete'] }).cases.map(({ id }) => id)).toEqual([
    passing,
    inOpenai,
  ]);
});

test('chosenState() of an unnamed part has the cases of the run and those that are gone', () => {
  const part = after((results) => {
    results.run.selection = { since: ['abc'] };
    results.cases = results.cases.filter(({ id }) => id === passing);
  });
  const present = new Set(['sample-anthropic', 'sample-openai-responses', passing, inOpenai]);
  const { cases } = chosenState(stateOf([passing, inOpenai, gone]), none, part, present);
  expect(cases.map(({ id }) => id)).toEqual([passing, gone]);
});

test('baseRun() has the outcomes of the base, its known issues, and a pass for the rest', () => {
  const ran = outcomes([{ id: failingRun, verdict: 'error', evidence: 'documented' }]);
  const { cases, run } = baseRun(after(), base([passing, failingRun, listedCase, gone]), ran);
  expect(cases.map(({ id, verdict, knownIssues }) => [id, verdict, knownIssues])).toEqual([
    [passing, 'pass', undefined],
    [failingRun, 'error', undefined],
    [listedCase, 'known-failure', [issueId]],
    [gone, 'pass', undefined],
  ]);
  expect(run.knownIssues).toEqual([stated()]);
});

test('a case that known issues of the base cover came there to what those make it that apply now', () => {
  const [warned, rejected] = [passing, failingRun];
  const rejects = { ...stated(), id: 'rejected', impact: 'rejects' as const };
  const both = { known: { ...known, knownIssues: [issueId, 'rejected'] } };
  const run = after((results) => {
    Object.assign(caseIn(results, warned), { knownIssues: [issueId] });
    Object.assign(caseIn(results, rejected), { verdict: 'not-expressible', knownIssues: ['rejected'] });
  });
  const state = { ...stateOf([warned, rejected], both), knownIssues: [stated(), rejects] };
  const there = chosenState(state, none, run);
  expect(casesToRun(run, there)).toEqual([]);
  expect(baseRun(run, there, undefined).cases.map(({ verdict }) => verdict)).toEqual(['pass', 'not-expressible']);
});

test('casesToRun() has a case to which a known issue applies that does not cover it at the base', () => {
  const run = after((results) => {
    Object.assign(caseIn(results, listedCase), { knownIssues: [issueId, 'another'] });
  });
  expect(casesToRun(run, base([listedCase], run))).toEqual([listedCase]);
});

test('baseRun() of a revision with exceptions has their verdicts, and no known issues', () => {
  const { knownIssues: _, cases: all, ...state } = stateOf([listedCase]);
  const place = 'adapters/sample/exceptions.yaml:2';
  const exceptions = [{ place, verdict: 'not-expressible' as const, reason: 'It cannot.' }];
  const cases = all.map(({ known: _, ...c }) => ({ ...c, exception: place }));
  const chosen = chosenState({ ...state, exceptions, cases }, none, after());
  expect(casesToRun(after(), chosen)).toEqual([]);
  const found = baseRun(after(), chosen, undefined);
  expect(found.cases).toMatchObject([{ verdict: 'not-expressible', reason: 'It cannot.' }]);
  expect(found.run.knownIssues).toBeUndefined();
});

test('baseRun() counts a case as passed where nothing could be run there', () => {
  expect(baseRun(after(), base([failingRun]), undefined).cases).toMatchObject([{ id: failingRun, verdict: 'pass' }]);
});

test('baseRun() has the grade of the cassette with the transport of now; without one, the grade of now', () => {
  const gradeOf = (evidence: NonNullable<RevisionState['cases'][number]['evidence']>) => {
    const [only] = baseRun(after(), chosenState(stateOf([inOpenai], { evidence }), none, after()), undefined).cases;
    return only?.evidence;
  };
  expect(caseIn(after(), inOpenai).cassette?.transport).toBe('json');
  expect(gradeOf({ json: 'live', sse: 'documented' })).toBe('live');
  expect(gradeOf({ sse: 'live' })).toBe(caseIn(after(), inOpenai).evidence);
});

test('baseRun() marks the cases that only a thorough run has', () => {
  const { cases } = baseRun(after(), chosenState(stateOf([gone], { thorough: true }), none, after()), undefined);
  expect(cases[0]?.replay).toMatch(/ --thorough$/);
});

test('chosenState() and baseRun() compare a renamed case by its new id, with its outcome under the old one', () => {
  const old = failingRun.replace('/call-parallel/', '/two-calls/');
  const scenarios = { old: 'function-calling/two-calls', current: 'function-calling/call-parallel' };
  const covers = (scenario: string, check: string) => ({ [`function-calling/${scenario}/stream`]: [`${check}:x`] });
  const state = { ...stateOf([old]), knownIssues: [stated({ covers: covers('two-calls', 'old-check') })] };
  const aliases = aliasesOf([
    { kind: 'scenarios', ...scenarios },
    { kind: 'checks', old: 'old-check', current: 'new-check' },
  ]);
  const chosen = chosenState(state, aliases, after());
  expect(casesToRun(after(), chosen)).toEqual([old]);
  const { cases, run } = baseRun(after(), chosen, outcomes([{ id: old, verdict: 'fail', evidence: 'documented' }]));
  expect(cases).toMatchObject([{ id: failingRun, scenario: 'call-parallel', verdict: 'fail' }]);
  expect(run.knownIssues).toMatchObject([{ covers: covers('call-parallel', 'new-check') }]);
});

const selectedRun = () => {
  const { results } = sample();
  results.run.knownIssues = [
    listed({ covers: { 'function-calling/call-parallel/stream': ['returns-function-calls:x'] } }),
  ];
  results.run.selection = {
    adapters: ['sample-anthropic'],
    tools: ['function-calling'],
    scenarios: ['call-parallel'],
  };
  return results;
};

test('runWithCurrentIds() leaves a run as it is where no id was renamed', () => {
  const run = selectedRun();
  expect(runWithCurrentIds(aliasesOf([]), run)).toEqual({ run, notes: [] });
});

test('runWithCurrentIds() renames cases, adapters, claims, known issues and the selection', () => {
  const aliases = aliasesOf([
    { kind: 'scenarios', old: 'calling/call-parallel', current: 'calling/call-parallel' },
    { kind: 'tools', old: 'function-calling', current: 'calling' },
    { kind: 'providerApis', old: 'anthropic', current: 'claude' },
    { kind: 'checks', old: 'returns-function-calls', current: 'returns-calls' },
  ]);
  const { run, notes } = runWithCurrentIds(aliases, selectedRun());
  const renamed = failingRun.replace('anthropic/function-calling/call-parallel', 'claude/calling/call-parallel');
  const [adapter, tool, scenario] = renamed.split('/');
  expect(run.cases.find(({ id }) => id === renamed)).toMatchObject({ adapter, tool, scenario, providerApi: 'claude' });
  expect(run.cases.map(({ id }) => id)).not.toContain(failingRun);
  expect(run.cases.map(({ id }) => id)).not.toContain(inOpenai);
  expect(run.run).toMatchObject({
    adapters: expect.arrayContaining([expect.objectContaining({ id: 'sample-claude', providerApi: 'claude' })]),
    knownIssues: [{ adapter: 'sample-claude', covers: { 'calling/call-parallel/stream': ['returns-calls:x'] } }],
    selection: { adapters: ['sample-claude'], tools: ['calling'], scenarios: ['call-parallel'] },
  });
  const { tools, providers } = run.matrix as { tools: { id: string }[]; providers: { id: string; cells: object }[] };
  expect(tools.map(({ id }) => id)).toContain('calling');
  expect(providers.find(({ id }) => id === 'claude')?.cells).toHaveProperty('calling');
  expect(notes).toEqual([expect.stringMatching(/^\d+ cases of the base compared by a new id/)]);
});
