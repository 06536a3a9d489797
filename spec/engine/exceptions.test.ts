import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aliasesOf } from '../aliases.ts';
import type { Case } from './case.ts';
import type { ProvisionalVerdict } from './decide-verdict.ts';
import {
  type Exception,
  exceptionsOf,
  faultsListed,
  isAbout,
  loadExceptions,
  reconcile,
  staticProblems,
} from './exceptions.ts';
import type { CheckResult } from './verdict.ts';

const id = 'ai-sdk-anthropic/function-calling/call-single/stream';
const listed = (over: Partial<Exception> = {}): Exception => ({
  cases: id,
  verdict: 'known-failure',
  reason: 'loses the second call',
  source: 'https://github.com/example/issues/1',
  since: '2026-10-01',
  until: '2026-12-31',
  place: 'adapters/ai-sdk/exceptions.yaml:2',
  untilPlace: 'adapters/ai-sdk/exceptions.yaml:8',
  ...over,
});
const failed: ProvisionalVerdict = { verdict: 'fail', reason: 'returns-function-calls: lost' };
const checks: CheckResult[] = [
  {
    check: 'returns-function-calls',
    level: 'MUST',
    status: 'fail',
    compared: 2,
    findings: [{ message: 'lost', group: 'call.missing', impact: 'breaks', evidence: 'documented' }],
  },
];
const asOf = '2026-11-20';

test.for([
  [id, true],
  ['ai-sdk-anthropic/function-calling/*/stream', true],
  ['ai-sdk-anthropic/**', true],
  ['**/stream', true],
  ['ai-sdk-*/function-calling/call-single/stream', true],
  ['ai-sdk-anthropic/*/stream', false],
  ['ai-sdk-anthropic/function-calling/single.call/stream', false],
  ['ai-sdk-anthropic', false],
  ['ai-*-anthropic/*function*calling*/s*l*e-*call/*', true],
  ['ai-*sdk*anthropic*anthropic/**', false],
  ['**/**/**/**', true],
  ['**/**/**/**/**', false],
  // As a regular expression, this takes longer than anyone would wait.
  [`${'*l'.repeat(4)}${'*'.repeat(60)}x/${'*l'.repeat(40)}/**`, false],
] as const)('the pattern %s is about the case: %s', ([cases, expected]) => {
  expect(isAbout(listed({ cases }), id)).toBe(expected);
});

test('the fault cases that exceptions are about are listed, no other cases', () => {
  const caseOf = (name: string, isFault: boolean) =>
    ({ id: `ai-sdk-anthropic/shell/${name}/stream`, ...(isFault ? { fault: {} } : {}) }) as Case;
  const cases = [
    caseOf('fault-truncated', true),
    caseOf('fault-mid-stream-errors', true),
    caseOf('command-basic', false),
  ];
  const exceptions = ['ai-sdk-*/*/fault-truncated/*', '**/command-basic/stream'].map((pattern) =>
    listed({ cases: pattern }),
  );
  expect([...faultsListed(exceptions, cases)]).toEqual([cases[0]?.id]);
  expect([...faultsListed([listed()], cases)]).toEqual([]);
});

test('a listed check that had nothing to compare with is neither stale nor passed', () => {
  const both = listed({ checks: ['returns-function-calls', 'stream-equals-complete'] });
  const undecided = ['stream-equals-complete'];
  expect(reconcile(id, failed, checks, [both], asOf, undecided)).toEqual({
    conclusion: { verdict: 'known-failure', reason: 'loses the second call' },
    exception: both,
  });
  expect(reconcile(id, failed, checks, [both], asOf).problem).toBeDefined();
  const alone = listed({ checks: undecided });
  expect(reconcile(id, { verdict: 'pass' }, [], [alone], asOf, undecided)).toEqual({ conclusion: { verdict: 'pass' } });
  expect(reconcile(id, { verdict: 'pass' }, [], [both], asOf).problem).toBeDefined();
});

test('a failure that is listed is known, with the reason of the list', () => {
  expect(reconcile(id, failed, checks, [listed()], asOf)).toMatchObject({
    conclusion: { verdict: 'known-failure', reason: 'loses the second call' },
  });
});

test('a case that is listed and passes fails, and says how to mend the list', () => {
  const { conclusion, problem } = reconcile(id, { verdict: 'pass' }, [], [listed()], asOf);
  expect(conclusion.verdict).toBe('fail');
  expect(problem).toMatchObject({ place: listed().place, hint: expect.stringContaining('remove the entry') });
});

test('a check that fails without being listed keeps the case failing', () => {
  const { conclusion } = reconcile(id, failed, checks, [listed({ checks: ['returns-text'] })], asOf);
  expect(conclusion).toMatchObject({
    verdict: 'fail',
    reason: expect.stringContaining('does not list returns-function-calls'),
  });
});

test('a listed check that does not fail is a problem', () => {
  const both = listed({ checks: ['returns-function-calls', 'returns-text'] });
  expect(reconcile(id, failed, checks, [both], asOf).problem?.message).toContain('returns-text');
});

test('an exception that has expired excuses nothing', () => {
  expect(reconcile(id, failed, checks, [listed({ until: '2026-11-19' })], asOf).conclusion).toEqual(failed);
});

test('faults of the harness are never excused', () => {
  for (const verdict of ['error', 'not-testable'] as const) {
    expect(reconcile(id, { verdict, reason: 'x' }, [], [listed()], asOf).conclusion.verdict).toBe(verdict);
  }
});

test('expired, backwards and unmatched entries are problems before anything runs', () => {
  const cases = [{ id } as Case];
  expect(staticProblems([listed()], cases, asOf)).toEqual([]);
  expect(staticProblems([listed({ until: '2026-11-19' })], cases, asOf)[0]?.message).toContain('expired on 2026-11-19');
  expect(staticProblems([listed({ since: '2027-01-01' })], cases, asOf)[0]?.message).toContain('lies before');
  expect(staticProblems([listed({ cases: 'ai-sdk-anthropic/functions/**' })], cases, asOf)[0]?.hint).toContain(id);
});

test('of an expired entry the line of its last day is told', () => {
  const [problem] = staticProblems([listed({ until: '2026-11-19' })], [{ id } as Case], asOf);
  expect(problem).toMatchObject({ place: listed().untilPlace, hint: expect.stringContaining(listed().place) });
});

test('an entry about no adapter of the implementation is everybody’s', () => {
  const mine = listed();
  const other = listed({ cases: 'ai-sdk-google/**' });
  const nobodys = listed({ cases: 'ai-sdk-antropic/**' });
  const possible = ['ai-sdk-anthropic', 'ai-sdk-google'];
  expect(exceptionsOf([mine, other, nobodys], 'ai-sdk-anthropic', possible)).toEqual([mine, nobodys]);
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exceptions-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('an entry without a reason, or with a member nobody knows, is refused with its place', async () => {
  const path = join(folder, 'exceptions.yaml');
  await writeFile(path, `exceptions:\n  - cases: "a/**"\n    verdict: known-failure\n    untill: 2026-12-31\n`);
  await expect(loadExceptions(path)).rejects.toThrow(/lacks the member "reason"|did you mean "until"/);
});

test('places are lines of the file', async () => {
  const path = join(folder, 'listed.yaml');
  const { place: _, untilPlace: __, ...entry } = listed();
  const lines = Object.entries(entry).map(([name, value]) => `    ${name}: ${JSON.stringify(value)}`);
  await writeFile(path, `exceptions:\n  -\n${lines.join('\n')}\n\n  -\n${lines.join('\n')}\n`);
  expect((await loadExceptions(path)).map((e) => [e.place, e.untilPlace])).toEqual([
    [`${path}:3`, `${path}:8`],
    [`${path}:11`, `${path}:16`],
  ]);
});

test('loadExceptions() reads old ids as the new ones', async () => {
  const path = join(folder, 'renamed.yaml');
  const entry = { ...listed({ cases: '*/function-calling/call-single/*', checks: ['old-check'] }) };
  const { place: _, untilPlace: __, ...written } = entry;
  await writeFile(path, JSON.stringify({ exceptions: [written] }));
  const aliases = aliasesOf([
    { kind: 'scenarios', old: 'function-calling/call-single', current: 'function-calling/call-single' },
    { kind: 'checks', old: 'old-check', current: 'new-check' },
  ]);
  expect(await loadExceptions(path, aliases)).toMatchObject([
    { cases: '*/function-calling/call-single/*', checks: ['new-check'] },
  ]);
});
