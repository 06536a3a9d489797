import { describe, expect, it, test } from 'vitest';
import type { Finding } from '../../spec/engine/verdict.ts';
import type { CaseResult } from '../../spec/results/schema.ts';
import { sample } from '../html/fixtures/sample.ts';
import { listed } from '../html/fixtures/sample-exception.ts';
import { type Behaviour, behavioursOf, listedReasons } from './behaviour.ts';

/** A case that fails by one check, with findings at the places that are given. */
const failing = (check: string, ...findings: Partial<Finding>[]): CaseResult =>
  ({
    verdict: 'known-failure',
    checks: [
      { check: 'returns-text', level: 'MUST', status: 'pass', compared: 1, findings: [] },
      {
        check,
        level: 'MUST',
        status: 'fail',
        compared: 1,
        findings: findings.map((f) => ({ message: 'It is wrong.', ...f })),
      },
    ],
  }) as unknown as CaseResult;

const never = () => false;
const kinds = (c: CaseResult, sentNothing = never) => behavioursOf([c], sentNothing).map((b) => b.behaviour);

const request = 'steps[0].exchanges[0].request.body.messages[0]';
const answer = 'steps[0].exchanges[0].response.body.content[0]';
const returned = 'steps[0].response.messages[0].contents[0]';
const thrown = { adapterPath: 'steps[0].error', adapter: { name: 'WireError', message: 'No.' } };

test.for<[string, Partial<Finding>, Behaviour]>([
  ['rejects-before-sending', { wirePath: request, outcome: 'forward' }, 'forward'],
  ['rejects-before-sending', { wirePath: request, outcome: 'substitute' }, 'substitute'],
  ['rejects-before-sending', { wirePath: request, outcome: 'warn-drop' }, 'warn-drop'],
  ['rejects-before-sending', { wirePath: request, outcome: 'silent-drop' }, 'silent-drop'],
  ['rejects-before-sending', { wirePath: 'steps[0].exchanges[0].request' }, 'sent'],
  ['rejects-before-sending', thrown, 'refuses'],
  ['returns-provider-errors', thrown, 'throws'],
  ['returns-provider-errors', { ...thrown, wirePath: answer }, 'other-error'],
  ['error-retryable', thrown, 'other-error'],
  ['returns-citations', { wirePath: answer }, 'loses'],
  ['returns-function-calls', { wirePath: answer, adapterPath: returned }, 'returns'],
  ['returns-function-calls', { adapterPath: returned }, 'returns'],
  ['contract-shape', { adapterPath: 'steps[0].updates[0].contents[0].arguments' }, 'returns'],
  ['sends-history', { adapterPath: 'steps[0].messages[0].contents[0]' }, 'leaves-out'],
  ['sends-tools', { adapterPath: 'steps[0].options.tools[0]' }, 'leaves-out'],
  ['sends-function-results', { wirePath: request, adapterPath: 'steps[0].messages' }, 'sends'],
  ['request-credentials', { wirePath: 'steps[0].exchanges' }, 'sends'],
  ['request-sequence', { wirePath: 'unconsumed[0]' }, 'other'],
])('a finding of %s at %j says that it %s', ([check, finding, behaviour]) => {
  expect(kinds(failing(check, finding))).toEqual([behaviour]);
});

it('tells a refusal from an error at an answer by what was sent, and nothing else of a call that was never made', () => {
  const c = failing('returns-provider-errors', thrown, { wirePath: 'unconsumed[0]' });
  expect(behavioursOf([c], () => true)).toEqual([{ behaviour: 'refuses', cases: 1, errors: ['WireError'] }]);
  expect(kinds(c)).toEqual(['throws', 'other']);
});

it('counts a case once for each way in which it behaves, in one order, and none that passes', () => {
  const lost = failing('returns-text', { wirePath: answer }, { wirePath: answer }, { wirePath: request });
  const passed = { ...lost, verdict: 'pass' } as CaseResult;
  expect(behavioursOf([lost, failing('returns-provider-errors', thrown), passed, lost], never)).toEqual([
    { behaviour: 'throws', cases: 1, errors: ['WireError'] },
    { behaviour: 'loses', cases: 2, errors: [] },
    { behaviour: 'sends', cases: 2, errors: [] },
  ]);
});

it('says so where no check has judged a case', () => {
  const unplayed = { verdict: 'not-expressible', checks: [] } as unknown as CaseResult;
  expect(kinds(unplayed)).toEqual(['unseen']);
});

describe('reasons', () => {
  const [first] = sample().results.cases as [CaseResult];
  const failing = (id: string, exception: string, check = 'returns-text'): CaseResult => ({
    ...first,
    id,
    verdict: 'known-failure',
    reason: 'It is lost.',
    exception,
    checks: [{ check, level: 'MUST', status: 'fail', compared: 1, findings: [] }],
  });
  const entries = [
    listed({ place: 'adapters/a/exceptions.yaml:2', reproduction: 'anthropic/lost', until: '2027-02-01' }),
    listed({ place: 'adapters/a/exceptions.yaml:9', reproduction: 'anthropic/lost', until: '2027-01-01' }),
    listed({
      place: 'adapters/a/exceptions.yaml:20',
      reason: 'There is no way to say it.',
      verdict: 'not-expressible',
    }),
  ];
  const exceptions = new Map(entries.map((entry) => [entry.place, entry]));
  const never = () => false;

  const cases = [
    failing('a/t/one/complete', 'adapters/a/exceptions.yaml:2', 'returns-usage'),
    failing('a/t/two/complete', 'adapters/a/exceptions.yaml:9'),
    { ...failing('a/t/three/complete', 'adapters/a/exceptions.yaml:20'), verdict: 'not-expressible' } as CaseResult,
    first,
  ];

  it('brings together what is listed for one reason, the fewest cases first', () => {
    expect(listedReasons(cases, exceptions, never)).toMatchObject([
      { reason: 'There is no way to say it.', verdict: 'not-expressible', cases: [{ id: 'a/t/three/complete' }] },
      {
        reason: 'The library drops citations.',
        source: 'https://example.org/issue',
        reproduction: 'adapters/a/anthropic/reproductions.mjs#lost',
        checks: ['returns-text', 'returns-usage'],
        until: '2027-01-01',
        command: 'npm run atc -- reproduce a/t/one/complete',
        cases: [{ id: 'a/t/one/complete' }, { id: 'a/t/two/complete' }],
      },
    ]);
  });

  it('names no command where nothing was sent and no script shows it', () => {
    const [unsaid] = listedReasons(cases, exceptions, () => true);
    expect(unsaid).not.toHaveProperty('command');
    expect(listedReasons(cases, exceptions, () => true)[1]).toHaveProperty('command');
  });

  it('tells results apart by what the cases say, where the list of exceptions is not in them', () => {
    expect(listedReasons(cases.slice(0, 2), new Map(), never)).toMatchObject([
      { reason: 'It is lost.', cases: [{}, {}] },
    ]);
  });
});
