import { expect, test } from 'vitest';
import type { Concluded } from '../../spec/engine/conclusions.ts';
import type { CaseResult } from '../../spec/results/schema.ts';
import { compared } from './flip.ts';

const problem = { place: 'exceptions.yaml#/exceptions/0', message: 'passes', hint: 'remove the entry' };

function report(
  verdict: CaseResult['verdict'],
  checks: Readonly<Record<string, CaseResult['checks'][number]['status']>> = {},
  exceptionProblem?: Concluded['exceptionProblem'],
): Concluded {
  const result = {
    id: 'mine-anthropic/web-search/cited/stream',
    kind: 'scenario',
    checks: Object.entries(checks).map(([check, status]) => ({
      check,
      level: 'MUST',
      status,
      compared: 1,
      findings: status === 'fail' || status === 'warn' ? [{ message: `found by ${check}\u001b[31m` }] : [],
    })),
  } as unknown as CaseResult;
  return { verdict, reason: verdict, result, exceptionProblem };
}

test.each([
  ['pass', 'pass', 'same'],
  ['pass', 'fail', 'worse'],
  ['pass', 'error', 'worse'],
  ['pass', 'not-testable', 'worse'],
  ['fail', 'error', 'worse'],
  ['not-testable', 'fail', 'worse'],
  ['fail', 'known-failure', 'better'],
  ['not-testable', 'pass', 'better'],
  ['known-failure', 'not-expressible', 'other'],
] as const)('%s → %s is %s', (before, after, direction) => {
  expect(compared(report(before), report(after)).direction).toBe(direction);
});

test('the checks that find something on one side alone are told, with the first finding, in which nothing acts', () => {
  const { direction, checks } = compared(
    report('fail', { a: 'fail', b: 'pass', c: 'fail', d: 'pass' }),
    report('fail', { a: 'pass', b: 'warn', c: 'fail', d: 'pass' }),
  );
  expect(direction).toBe('other');
  expect(checks).toEqual([
    { check: 'a', level: 'MUST', before: 'fail', after: 'pass', finding: 'found by a\\u001b[31m' },
    { check: 'b', level: 'MUST', before: 'pass', after: 'warn', finding: 'found by b\\u001b[31m' },
  ]);
});

test('an exceptions file that is no longer strict fails a run, and so does the case', () => {
  const { direction, after } = compared(report('known-failure'), report('known-failure', {}, problem));
  expect(direction).toBe('worse');
  expect(after.reason).toBe('passes; remove the entry');
});
