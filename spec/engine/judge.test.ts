import { expect, test } from 'vitest';
import type { Check, Found } from '../checks/check.ts';
import { judge, resultOf } from './judge.ts';
import type { Finding } from './verdict.ts';

const must = { id: 'returns-function-calls', level: 'MUST' } as const;
const should = { id: 'returns-function-calls', level: 'SHOULD' } as const;
const by = (implementation: string) => ({ adapter: { implementation } }) as never;
const own = by('reference');
const foreign = by('library');
const finding = (rest: Partial<Finding> = {}): Finding => ({
  message: 'lost',
  group: 'call.missing',
  impact: 'breaks',
  evidence: 'documented',
  ...rest,
});

test('a check that compared nothing is not applicable, one that found nothing passes', () => {
  expect(resultOf(must, own, 0, []).status).toBe('not-applicable');
  expect(resultOf(must, own, 2, []).status).toBe('pass');
});

test('what merely differs is a note of a check that passes, whoever it is about', () => {
  for (const whose of [own, foreign]) {
    expect(resultOf(must, whose, 1, [finding({ impact: 'differs' })])).toMatchObject({
      status: 'pass',
      findings: [{ impact: 'differs' }],
    });
  }
});

test.each(['types', 'inferred'] as const)('%s alone accuse nobody but adapters of this project', (evidence) => {
  expect(resultOf(must, foreign, 1, [finding({ evidence })]).status).toBe('warn');
  expect(resultOf(must, own, 1, [finding({ evidence })]).status).toBe('fail');
  expect(resultOf(must, by('python-example'), 1, [finding({ evidence })]).status).toBe('fail');
});

test.each(['live', 'traffic', 'documented', 'contract'] as const)('%s may accuse a library', (evidence) => {
  expect(resultOf(must, foreign, 1, [finding({ evidence })]).status).toBe('fail');
});

test('a finding below MUST warns', () => {
  expect(resultOf(should, own, 1, [finding()]).status).toBe('warn');
});

test('what counts comes first: confirmed before unconfirmed, the worst before what loses little, notes last', () => {
  const found = [
    finding({ message: 'note', impact: 'differs' }),
    finding({ message: 'unconfirmed', evidence: 'types' }),
    finding({ message: 'gone', impact: 'loses' }),
    finding({ message: 'broken' }),
  ];
  const { status, findings } = resultOf(must, foreign, 4, found);
  expect(status).toBe('fail');
  expect(findings.map(({ message }) => message)).toEqual(['broken', 'gone', 'unconfirmed', 'note']);
});

/** What becomes of a finding of a check in a case. */
function graded(found: Partial<Found>, { scenario = {}, trace = {} } = {}): Finding | undefined {
  const check: Check = {
    id: 'returns-usage',
    level: 'MUST',
    title: 't',
    reason: 'r',
    sources: [],
    judge: () => ({ compared: 1, findings: [{ message: 'm', group: 'usage.missing', ...found }] }),
  };
  const reader = { demands: [], readRequests: () => [], readResponses: () => ({ facts: [], unread: [] }) };
  const theCase = { kind: 'scenario', adapter: { implementation: 'library', providerApi: 'google' }, scenario };
  const all = judge(theCase as never, { steps: [], closing: [], ...trace } as never, reader as never, [check]);
  return all.checks[0]?.findings[0];
}

test('a finding is graded by the table; one that rests on the recording is worth what that is', () => {
  expect(graded({})).toMatchObject({ impact: 'loses', evidence: 'inferred' });
  expect(graded({}, { trace: { evidence: 'live' } })).toMatchObject({ impact: 'loses', evidence: 'live' });
});

test('what found it knows its evidence better, and a scenario its impact', () => {
  expect(graded({ evidence: 'traffic' }, { trace: { evidence: 'live' } })).toMatchObject({ evidence: 'traffic' });
  const impacts = [
    { check: 'returns-ids', group: '*', impact: 'breaks' },
    { check: 'returns-usage', group: 'usage.*', impact: 'differs' },
    { check: 'returns-usage', group: '*', impact: 'breaks' },
  ];
  expect(graded({}, { scenario: { impacts } })).toMatchObject({ impact: 'differs' });
});

test('a recording that shows more than is known of the service proves no more than its scenario says', () => {
  const scenario = { evidence: { google: 'types' } };
  expect(graded({}, { scenario, trace: { evidence: 'documented' } })).toMatchObject({ evidence: 'types' });
  expect(graded({ evidence: 'traffic' }, { scenario })).toMatchObject({ evidence: 'types' });
  expect(graded({ evidence: 'inferred' }, { scenario })).toMatchObject({ evidence: 'inferred' });
  expect(graded({ evidence: 'contract' }, { scenario })).toMatchObject({ evidence: 'contract' });
  const elsewhere = { evidence: { mistral: 'types' } };
  expect(graded({ evidence: 'traffic' }, { scenario: elsewhere })).toMatchObject({ evidence: 'traffic' });
});
