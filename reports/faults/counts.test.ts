import { expect, test } from 'vitest';
import type { CaseResult } from '../../spec/results/schema.ts';
import { faultCounts, faultLine } from './counts.ts';

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
