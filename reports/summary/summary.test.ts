import { expect, test } from 'vitest';
import { loadMatrix } from '../../matrix/load.ts';
import { type CaseResult, type Results, resultsVersion } from '../../spec/results/schema.ts';
import { sample } from '../fixtures/sample.ts';
import type { Palette } from './palette.ts';
import { faultCounts, faultLine, isPassingRun, summarize, summaryData } from './summary.ts';

const plain: Palette = { green: String, red: String, yellow: String, dim: String, bold: String };
const matrix = await loadMatrix();

const caseOf = (over: Partial<CaseResult>): CaseResult => ({
  id: 'reference-anthropic/function-calling/call-single/stream',
  kind: 'scenario',
  adapter: 'reference-anthropic',
  implementation: 'reference',
  providerApi: 'anthropic',
  tool: 'function-calling',
  scenario: 'call-single',
  title: 'One call',
  purpose: 'Test',
  tier: 'core',
  mode: 'stream',
  verdict: 'pass',
  checks: [],
  unread: [],
  evidence: 'documented',
  replay: 'npm run atc -- run',
  ...over,
});

const resultsOf = (cases: CaseResult[], problems: Results['problems'] = []): Results => ({
  version: resultsVersion,
  run: {
    asOf: '2026-11-20',
    selection: {},
    adapters: [{ id: 'reference-anthropic', implementation: 'reference', providerApi: 'anthropic', packages: [] }],
  },
  matrix,
  checks: [],
  cases,
  problems,
  counts: { generated: cases.length, executed: cases.length, asserted: cases.length, compared: 1, connections: 0 },
});

const finding = (n: number) => ({
  message: `finding ${n} \u001b[2J`,
  group: 'call.missing',
  impact: 'breaks' as const,
  evidence: 'documented' as const,
  wirePath: `steps[${n}]`,
});
const failing = caseOf({
  verdict: 'fail',
  reason: 'returns-function-calls: lost',
  checks: [
    {
      check: 'returns-function-calls',
      level: 'MUST',
      status: 'fail',
      compared: 5,
      findings: [0, 1, 2, 3, 4].map(finding),
    },
  ],
});

test('a cell says in words and shape what it is; a claim without cases is said to be untested', () => {
  const text = summarize(resultsOf([caseOf({})]), plain);
  expect(text).toContain('function-calling          ✓ works  1 cases, documented');
  expect(text).toMatch(/web-search\s+○ not judged/);
  expect(text).toMatch(/1 passed, 0 failed$/);
});

test('tools come in the order of the table, and what is none of them after', () => {
  const cases = ['break-glass', 'web-search', 'function-calling'].map((tool) => caseOf({ tool }));
  const text = summarize(resultsOf(cases), plain);
  const subjects = text.split('\n').flatMap((line) => /^ {2}([\w-]+) +\S/.exec(line)?.[1] ?? []);
  expect(subjects).toEqual([...matrix.tools.map(({ id }) => id), 'break-glass']);
  expect(text.match(/✓ works/g)).toHaveLength(cases.length);
});

test('a failing case shows reason, places and the command that replays it; many findings are cut, and said to be', () => {
  const text = summarize(resultsOf([failing]), plain);
  expect(text).toContain('✕ does not work  1 failing, 1 cases');
  expect(text).toMatch(/wire +steps\[2\]/);
  expect(text).toContain('… and 2 more findings of this check');
  expect(text).toContain('npm run atc -- run');
  expect(text).toMatch(/0 passed, 1 failed$/);
});

test('cases that share a cause are told once: one of them, what plays it, and how many there are', () => {
  const text = summarize(resultsOf(['a', 'b', 'c'].map((id) => ({ ...failing, id, replay: `play ${id}` }))), plain);
  expect(text).toContain('1 cause explains 3 of 3 failing cases (100 %)');
  expect(text).toMatch(/breaks {2}3 cases {2}returns-function-calls:call.missing\n {2}finding 0 /);
  expect(text).toContain('replay   play a');
  expect(text).not.toContain('play b');
});

test('a failure that is listed is counted as known, and not as passed', () => {
  const listed = [caseOf({ verdict: 'known-failure' }), caseOf({ verdict: 'not-expressible' }), caseOf({})];
  expect(summarize(resultsOf(listed), plain)).toMatch(/1 passed, 0 failed, 2 known failures$/);
});

test('what a provider wrote cannot act on the terminal', () => {
  expect(summarize(resultsOf([failing]), plain)).not.toContain('\u001b');
});

test('green means cases, all acceptable, and no problem', () => {
  const problem = { place: 'p', message: 'm', hint: 'h' };
  expect(isPassingRun(resultsOf([caseOf({}), caseOf({ verdict: 'known-failure' })]))).toBe(true);
  expect(isPassingRun(resultsOf([]))).toBe(false);
  expect(isPassingRun(resultsOf([caseOf({})], [problem]))).toBe(false);
  for (const verdict of ['fail', 'not-testable', 'error'] as const) {
    expect(isPassingRun(resultsOf([caseOf({ verdict })])), verdict).toBe(false);
  }
});

test('warnings fail nothing unless they are asked to, are counted by check, and the first is told', () => {
  const check = {
    check: 'returns-citation-spans',
    level: 'SHOULD',
    status: 'warn',
    compared: 1,
    findings: [finding(0)],
  } as const;
  const results = resultsOf([caseOf({ checks: [{ ...check, findings: [...check.findings] }] })]);
  expect(isPassingRun(results)).toBe(true);
  expect(isPassingRun(results, true)).toBe(false);
  expect(isPassingRun(results, 'reference')).toBe(false);
  expect(isPassingRun(results, 'another')).toBe(true);
  const text = summarize(results, plain);
  expect(text).toMatch(/warning returns-citation-spans in 1 cases.*\n {2}reference-anthropic\S*\/stream: finding 0/);
  expect(text).toMatch(/1 passed, 0 failed$/);
});

test('a run of a selection says what was chosen, and nothing of what was not', () => {
  const results = resultsOf([caseOf({})]);
  const text = summarize(
    { ...results, run: { ...results.run, selection: { tools: ['function-calling'], modes: [] } } },
    plain,
  );
  expect(text).toContain('partial run: tool function-calling');
  expect(text).not.toContain('web-search');
});

test('a run that ended early is not green, and its summary counts what was not run', () => {
  const whole = resultsOf([caseOf({})]);
  const run = { ...whole.run, notRun: { cases: 7, reason: 'another case failed' } };
  expect(isPassingRun(whole)).toBe(true);
  expect(isPassingRun({ ...whole, run })).toBe(false);
  expect(summarize({ ...whole, run }, plain)).toContain('\ncases not run: 7 (another case failed)\n');
});

const { results } = sample();

test('counts what came out how, and names what fails with the command that plays it', () => {
  const data = summaryData(results);
  expect(Object.values(data.verdicts).reduce((sum, n) => sum + n, 0)).toBe(results.cases.length);
  expect(data).toMatchObject({ isGreen: false, counts: results.counts, problems: results.problems });
  const [first] = data.failed;
  expect(first).toMatchObject({
    verdict: 'fail',
    reason: expect.any(String),
    replay: expect.stringContaining('npm run atc'),
  });
  expect(data.failed.map(({ verdict }) => verdict)).not.toContain('known-failure');
});

test('of a run in which all is well nothing is named', () => {
  const cases = results.cases.filter(({ verdict }) => verdict === 'pass');
  const counts = { ...results.counts, generated: cases.length, executed: cases.length };
  expect(summaryData({ ...results, cases, counts, problems: [] })).toMatchObject({ isGreen: true, failed: [] });
});

test('what a provider wrote is shown and cannot act', () => {
  const cases = results.cases.map((c) => ({ ...c, reason: '\u001b[2J' }));
  expect(JSON.stringify(summaryData({ ...results, cases }))).toContain('\\\\u001b[2J');
});

const fault = (over: object): CaseResult =>
  ({ kind: 'fault', verdict: 'pass', checks: [], ...over }) as unknown as CaseResult;

test('faultCounts() counts fault cases only', () => {
  const counts = faultCounts([
    fault({ faults: 'framing', trials: { tried: 3, failed: 0, cuts: 40 } }),
    fault({
      faults: 'tolerance',
      trials: { tried: 2, failed: 1 },
      checks: [
        { check: 'error-types', findings: [{}, {}] },
        { check: 'other', findings: [{}] },
      ],
    }),
    fault({ verdict: 'fail', reason: 'x: the adapter did not come to an end: it had not ended after 3000 ms' }),
    fault({ verdict: 'error', reason: 'x: the adapter could not be used' }),
    { kind: 'client-setup', trials: { tried: 9, failed: 0 } } as unknown as CaseResult,
  ]);
  expect(counts).toEqual({
    groups: {
      dialects: { tried: 0, survived: 0 },
      framing: { tried: 3, survived: 3 },
      tolerance: { tried: 2, survived: 1 },
      errors: { tried: 0, survived: 0 },
      mutations: { tried: 0, survived: 0 },
    },
    cuts: 40,
    untyped: 2,
    hangs: 1,
    crashes: 1,
  });
  expect(counts && faultLine(counts)).toBe(
    'faults passed: framing 3/3, tolerance 1/2 (40 split points; 2 untyped errors, 1 hang, 1 crash)',
  );
});

test('a run without faults says nothing of them', () => {
  expect(faultCounts([{ kind: 'scenario' } as unknown as CaseResult])).toBeUndefined();
});
