import { expect, test } from 'vitest';
import type { Plan } from '../../spec/engine/plan.ts';
import { asFarAsItWent } from './early-end.ts';
import { report } from './fixtures/report.ts';

const plan = (over: { failFast?: boolean; shard?: string[] } = {}): Plan =>
  ({
    settings: { asOf: '2026-11-20', failFast: over.failFast ?? false },
    selection: { adapters: [], tools: [], scenarios: [], modes: [], ...(over.shard ? { shard: over.shard } : {}) },
    cases: [{ kind: 'scenario' }, { kind: 'scenario' }, { kind: 'fault' }, { kind: 'fault' }],
  }) as unknown as Plan;

const of = (kind: 'scenario' | 'fault', verdict: 'pass' | 'fail') => {
  const made = report(`${kind}-${verdict}`);
  return { ...made, verdict, result: { ...made.result, kind, verdict } };
};
const whole = [of('scenario', 'pass'), of('scenario', 'pass'), of('fault', 'fail'), of('fault', 'pass')];

test('a failing fault case is part of a run that fails fast', () => {
  expect(asFarAsItWent(plan({ failFast: true }), whole)).toEqual({ plan: plan({ failFast: true }), reports: whole });
});

test('a failing case of another kind leaves out every fault case, however many had run', () => {
  const failing = [of('scenario', 'pass'), of('scenario', 'fail')];
  for (const reports of [failing, [...failing, of('fault', 'fail')], [...failing, ...whole.slice(2)]]) {
    const left = asFarAsItWent(plan({ failFast: true }), reports);
    expect(left.reports).toEqual(failing);
    expect(left.plan.cases).toHaveLength(2);
    expect(left.notRun).toEqual({ cases: 2, reason: expect.stringMatching(/--fail-fast .* failed: 1$/) });
  }
  expect(asFarAsItWent(plan(), [...failing, ...whole.slice(2)]).notRun).toBeUndefined();
});

test('cases that vitest did not run are missing, unless other shards have them', () => {
  const ended = whole.slice(0, 1);
  expect(asFarAsItWent(plan(), ended).notRun).toEqual({ cases: 3, reason: expect.stringContaining('--bail') });
  expect(asFarAsItWent(plan({ shard: ['1/2'] }), ended).notRun).toBeUndefined();
});
