import { expect, test } from 'vitest';
import type { CaseResult } from '../../spec/results/schema.ts';
import { faultCounts, faultLine } from './fault-counts.ts';

const fault = (over: object): CaseResult =>
  ({ kind: 'fault', verdict: 'pass', checks: [], ...over }) as unknown as CaseResult;

test('what was tried and what was not survived, of fault cases alone', () => {
  const counts = faultCounts([
    fault({ trials: 3, cuts: 40 }),
    fault({
      trials: 2,
      checks: [
        { check: 'typed-errors-only', findings: [{}, {}] },
        { check: 'other', findings: [{}] },
      ],
    }),
    fault({ verdict: 'fail', reason: 'x: the adapter did not come to an end: it had not ended after 3000 ms' }),
    fault({ verdict: 'error', reason: 'x: the adapter could not be used' }),
    { kind: 'scenario', trials: 9 } as unknown as CaseResult,
  ]);
  expect(counts).toEqual({ tried: 5, cuts: 40, untyped: 2, hangs: 1, crashes: 1 });
  expect(counts && faultLine(counts)).toBe(
    '5 faults tried on answers on their way, streams cut at 40 places: 2 untyped errors, 1 hangs, 1 crashes',
  );
});

test('a run without faults says nothing of them', () => {
  expect(faultCounts([{ kind: 'scenario' } as unknown as CaseResult])).toBeUndefined();
});
