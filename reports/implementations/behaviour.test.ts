import { describe, expect, it, test } from 'vitest';
import type { Finding } from '../../spec/engine/verdict.ts';
import { issuesIn } from '../../spec/results/case-result.ts';
import type { CaseResult } from '../../spec/results/schema.ts';
import { sample } from '../html/fixtures/sample.ts';
import { listed } from '../html/fixtures/sample-issue.ts';
import { appliedIssues, type Behaviour, behavioursOf } from './behaviour.ts';

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

describe('known issues', () => {
  const [first] = sample().results.cases as [CaseResult];
  const known = (name: string, ...knownIssues: string[]): CaseResult => ({
    ...first,
    id: `sample-anthropic/t/${name}/complete`,
    verdict: 'known-failure',
    knownIssues,
  });
  const issues = [
    listed({ id: 'lost', reproduction: 'lost-text' }),
    listed({ id: 'rejected', impact: 'rejects' }),
    listed({ id: 'broken', impact: 'breaks' }),
  ];
  const cases = [known('one', 'lost'), known('two', 'lost', 'broken'), known('three', 'rejected'), first];
  const of = (sentNothing = never) => appliedIssues(cases, issuesIn({ knownIssues: issues }), sentNothing);

  it('brings together the cases of each, the worst first', () => {
    expect(of().map(({ issue, cases: own }) => [issue.id, own.length])).toEqual([
      ['broken', 1],
      ['rejected', 1],
      ['lost', 2],
    ]);
    expect(of()[2]).toMatchObject({
      reproduction: 'adapters/sample/anthropic/reproductions.mjs#lostText',
      command: 'npm run atc -- reproduce sample-anthropic/t/one/complete',
    });
  });

  it('names no command where nothing was sent and no claim shows it', () => {
    const [broken, , lost] = of(() => true);
    expect(broken).not.toHaveProperty('command');
    expect(lost).toHaveProperty('command');
  });
});
