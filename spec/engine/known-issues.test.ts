import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aliasesOf } from '../aliases.ts';
import type { Case } from './case.ts';
import type { ProvisionalVerdict } from './decide-verdict.ts';
import {
  indexOf,
  type KnownIssue,
  knownIssuesFrom,
  loadKnownIssues,
  reconcile,
  staticProblems,
} from './known-issues.ts';
import type { CheckResult, Finding } from './verdict.ts';

const name = 'function-calling/call-single/stream';
const id = `ai-sdk-anthropic/${name}`;
const lost = 'returns-function-calls:call.missing';
const issue = (over: Partial<KnownIssue> = {}): KnownIssue => ({
  id: 'second-call',
  title: 'It loses the second call',
  impact: 'breaks',
  evidence: { grade: 'documented', source: 'https://example.org' },
  cause: 'It reads the first call alone.',
  upstream: 'not told yet',
  covers: { [name]: [lost] },
  place: 'adapters/ai-sdk/anthropic/known-issues.yaml:2',
  ...over,
});
const finding = (over: Partial<Finding> = {}): Finding => ({
  message: 'lost',
  group: 'call.missing',
  impact: 'breaks',
  evidence: 'documented',
  ...over,
});
const check = (over: Partial<CheckResult> = {}): CheckResult => ({
  check: 'returns-function-calls',
  level: 'MUST',
  status: 'fail',
  compared: 2,
  findings: [finding()],
  ...over,
});
const failed: ProvisionalVerdict = { verdict: 'fail', reason: 'returns-function-calls: lost' };
const passed: ProvisionalVerdict = { verdict: 'pass' };
const come = (
  conclusion: ProvisionalVerdict,
  checks: readonly CheckResult[],
  issues: readonly KnownIssue[],
  how = {},
) => reconcile(id, 'ai-sdk', conclusion, checks, indexOf(issues), how);

describe('reconcile()', () => {
  test('what is covered whole is known, by the title of its issue; not expressible, where each says that the library rejects it', () => {
    expect(come(failed, [check()], [issue()])).toMatchObject({
      conclusion: { verdict: 'known-failure', reason: 'It loses the second call' },
      issues: [{ id: 'second-call' }],
      problems: [],
    });
    const rejects = issue({ impact: 'rejects' });
    expect(come(failed, [check()], [rejects]).conclusion.verdict).toBe('not-expressible');
    const other = issue({ id: 'other', covers: { [name]: ['returns-text:text.missing'] } });
    const text = check({ check: 'returns-text', findings: [finding({ group: 'text.missing' })] });
    expect(come(failed, [check(), text], [rejects, other]).conclusion.verdict).toBe('known-failure');
  });

  test('another group of the same check, or another check, that nothing covers fails the case, and is named', () => {
    const more = check({ findings: [finding(), finding({ group: 'call.changed', message: 'changed' })] });
    expect(come(failed, [more], [issue()]).conclusion).toEqual({
      verdict: 'fail',
      reason: 'no known issue covers returns-function-calls:call.changed: changed',
    });
    expect(come(failed, [check()], []).conclusion).toEqual(failed);
  });

  test('a case that is covered and passes fails, and says which entry to edit', () => {
    const { conclusion, problems, unexpectedPasses } = come(passed, [], [issue()]);
    expect(conclusion).toMatchObject({ verdict: 'fail', reason: expect.stringContaining(issue().place) });
    expect(problems).toMatchObject([
      { place: issue().place, message: expect.stringContaining(`"second-call" covers ${lost}`) },
    ]);
    expect(unexpectedPasses).toEqual({ 'second-call': [lost] });
  });

  test('a group that is covered and passes is a problem, though others of the case fail', () => {
    const both = issue({ covers: { [name]: [lost, 'returns-text:text.missing'] } });
    expect(come(failed, [check()], [both])).toMatchObject({
      conclusion: { verdict: 'known-failure' },
      unexpectedPasses: { 'second-call': ['returns-text:text.missing'] },
    });
  });

  test('a check that had nothing to compare with is neither passed nor failed', () => {
    const modes = issue({ covers: { [name]: ['stream-equals-complete:text.changed'] } });
    expect(come(passed, [], [modes], { undecided: ['stream-equals-complete'] })).toMatchObject({
      conclusion: passed,
      problems: [],
    });
    expect(come(passed, [], [modes]).problems).toHaveLength(1);
  });

  test('trials of a case are told apart; in a thorough run, which tries others, they are not', () => {
    const [one, two] = ['call-single, where a is b', 'call-single, where c is d'].map((trial) => finding({ trial }));
    const covers = { [name]: [`${lost} @ call-single, where a is b`] };
    expect(come(failed, [check({ findings: [one as Finding] })], [issue({ covers })]).conclusion.verdict).toBe(
      'known-failure',
    );
    const other = check({ findings: [two as Finding] });
    const usual = come(failed, [other], [issue({ covers })]);
    expect(usual.conclusion).toMatchObject({ verdict: 'fail', reason: expect.stringContaining('where c is d') });
    expect(usual.problems).toHaveLength(1);
    const thorough = come(failed, [other], [issue({ covers })], { isThorough: true });
    expect(thorough).toMatchObject({ conclusion: { verdict: 'known-failure' }, problems: [] });
  });

  test('what nothing confirms yet warns; its known issue excuses no failure, and is a problem once it passes', () => {
    const unconfirmed = issue({ state: 'unconfirmed' });
    const warns = check({ status: 'warn', findings: [finding({ evidence: 'types' })] });
    expect(come(passed, [warns], [unconfirmed])).toMatchObject({ conclusion: passed, problems: [], issues: [{}] });
    expect(come(passed, [warns], []).conclusion).toEqual(passed);
    // What a check or a recording is graded by may be stronger than what is known of this very finding.
    expect(come(failed, [check()], [unconfirmed]).conclusion.verdict).toBe('known-failure');
    expect(come(passed, [], [unconfirmed]).problems).toHaveLength(1);
  });

  test('in a check that fails, what merely differs is a note, and what nothing confirms is no failure of its own', () => {
    const mixed = check({
      findings: [
        finding(),
        finding({ group: 'call.name', impact: 'differs' }),
        finding({ group: 'call.type', evidence: 'types' }),
      ],
    });
    expect(come(failed, [mixed], [issue()]).conclusion.verdict).toBe('known-failure');
  });

  test('an adapter that could not be used fails by a group of its own', () => {
    const broken: ProvisionalVerdict = { verdict: 'fail', reason: 'it takes no bearer token' };
    expect(come(broken, [], []).conclusion).toEqual(broken);
    const covers = { [name]: ['adapter:unusable'] };
    expect(come(broken, [], [issue({ impact: 'rejects', covers })]).conclusion.verdict).toBe('not-expressible');
    expect(come(passed, [], [issue({ covers })]).problems).toHaveLength(1);
  });

  test('faults of the harness are never excused', () => {
    for (const verdict of ['error', 'not-testable'] as const) {
      expect(come({ verdict, reason: 'x' }, [], [issue()])).toMatchObject({ conclusion: { verdict }, problems: [] });
    }
  });
});

const cases = [{ id, scenario: {} } as Case];

test('what is of no case, and what two known issues cover, are problems before anything runs', () => {
  expect(staticProblems([issue()], cases)).toEqual([]);
  expect(staticProblems([issue({ covers: { 'a/b/stream': [lost] } })], cases)).toMatchObject([
    { message: expect.stringContaining('is not a case') },
  ]);
  const twice = [issue(), issue({ id: 'again', place: 'x.yaml:9' })];
  expect(staticProblems(twice, cases)).toMatchObject([
    { place: 'x.yaml:9', message: expect.stringContaining('both cover'), hint: expect.stringContaining(issue().place) },
  ]);
});

test('types alone accuse nobody: such a known issue needs a state', () => {
  const evidence = { grade: 'types', source: 'an SDK' } as const;
  expect(staticProblems([issue({ evidence })], cases)).toMatchObject([
    { hint: expect.stringContaining('state: unconfirmed') },
  ]);
  expect(staticProblems([issue({ evidence, state: 'unconfirmed' })], cases)).toEqual([]);
});

test.for<[impact: KnownIssue['impact'], groups: string[], worst: string | undefined]>([
  ['breaks', [lost, 'returns-usage:usage.total.missing'], undefined],
  ['loses', [lost, 'returns-usage:usage.total.missing'], 'breaks'],
  ['breaks', ['returns-usage:usage.total.missing @ cut behind event 2'], 'loses'],
  ['rejects', ['returns-provider-errors:rejected-before-sending'], undefined],
  ['rejects', ['adapter:unusable'], undefined],
  ['breaks', ['returns-usage:no-such-group'], undefined],
])('the impact of a known issue is the worst of what it covers: %s of %j', ([impact, groups, worst]) => {
  const problems = staticProblems([issue({ impact, covers: { [name]: groups } })], cases);
  expect(problems.map(({ hint }) => hint.match(/impact: (\w+)/)?.[1])).toEqual(worst === undefined ? [] : [worst]);
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'known-issues-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const written = async (file: string, ids: readonly string[], over: Partial<KnownIssue> = {}) => {
  const path = join(folder, file);
  const { id: _, place: __, ...entry } = issue(over);
  await writeFile(path, ids.map((one) => `${one}: ${JSON.stringify(entry)}\n`).join('\n'));
  return path;
};

test('places are lines of the file', async () => {
  const path = await written('places.yaml', ['one', 'two']);
  expect((await loadKnownIssues(path)).map((each) => [each.id, each.place])).toEqual([
    ['one', `${path}:1`],
    ['two', `${path}:3`],
  ]);
});

test.for([
  ['an entry without a title', 'one: { impact: loses }\n', /lacks the member "title"/],
  ['a pattern of cases', 'one: { covers: { "function-calling/*/stream": ["a:b"] } }\n', /covers/],
  ['an exceptions file of before', 'exceptions:\n  - cases: "a/**"\n', /exceptions files are no longer read/],
] as const)('%s is rejected', async ([, text, message]) => {
  const path = join(folder, 'rejected.yaml');
  await writeFile(path, text);
  await expect(loadKnownIssues(path)).rejects.toThrow(message);
});

test('old ids are read as the new ones', async () => {
  const path = await written('renamed.yaml', ['one'], {
    covers: { 'function-calling/old/stream': ['old-check:a.b', 'old-check:a.b @ old, where a part is lost'] },
  });
  const aliases = aliasesOf([
    { kind: 'scenarios', old: 'function-calling/old', current: 'function-calling/call-single' },
    { kind: 'checks', old: 'old-check', current: 'new-check' },
  ]);
  expect(await loadKnownIssues(path, aliases)).toMatchObject([
    { covers: { [name]: ['new-check:a.b', 'new-check:a.b @ call-single, where a part is lost'] } },
  ]);
});

test('known issues that are given as they are are held to the same schema', async () => {
  const { id: _, place: __, ...entry } = issue();
  expect(await knownIssuesFrom({ one: entry })).toMatchObject([{ id: 'one', place: 'knownIssues/one' }]);
  await expect(knownIssuesFrom({ one: {} as never })).rejects.toMatchObject({
    where: 'knownIssues/one',
    message: expect.stringContaining('lacks the member'),
  });
});
