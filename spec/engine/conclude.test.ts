import { expect, test } from 'vitest';
import { conclude } from './conclude.ts';
import type { Doubts } from './doubts.ts';
import type { Judgement } from './judge.ts';
import type { Trace } from './trace.ts';
import type { CheckResult } from './verdict.ts';

const trace: Trace = {
  mode: 'complete',
  steps: [],
  closing: [],
  timersLeft: 0,
  polluted: [],
  unhandled: [],
  unconsumed: [],
  late: [],
  settings: { baseUrl: 'https://api.example', model: 'm' },
  connections: { attempts: 0, refused: [] },
};
const check = (over: Partial<CheckResult>): CheckResult => ({
  check: 'text-equals-wire',
  level: 'MUST',
  status: 'pass',
  compared: 1,
  findings: [],
  ...over,
});
const judged = (checks: CheckResult[]): Judgement => ({ steps: [], checks });
const doubted: Doubts = { unfulfilled: ['call 1 expected …'], misshapen: [] };
const failing = check({ status: 'fail', findings: [{ message: 'lost' }] });

test('a case passes when a check compared something and none failed', () => {
  expect(conclude(trace, judged([check({}), check({ status: 'warn', level: 'SHOULD' })]))).toEqual({ verdict: 'pass' });
});

test('one failed check fails the case, and its message is the reason', () => {
  expect(conclude(trace, judged([check({}), failing]))).toEqual({ verdict: 'fail', reason: 'text-equals-wire: lost' });
});

test('a recording that does not hold what is stated by hand is an error, whatever the adapter did', () => {
  expect(conclude(trace, judged([failing]), doubted).verdict).toBe('error');
});

test('an error of the recording names what is wrong with the request as well, for the answer may be read by it', () => {
  const finding = { message: 'no such tool', wirePath: 'steps[0].exchanges[0].request.body.tools[0]' };
  const misdeclared = check({ check: 'tools-on-the-wire', status: 'fail', findings: [finding] });
  expect(conclude(trace, judged([failing, misdeclared]), doubted)).toEqual({
    verdict: 'error',
    reason: expect.stringMatching(/call 1 expected ….* see tools-on-the-wire: no such tool$/),
  });
});

test('a recording that the provider could not have given is an error, whatever the adapter did', () => {
  const odd = { unfulfilled: [], misshapen: ['response.body.type is 5'] };
  expect(conclude(trace, judged([failing]), odd)).toMatchObject({
    verdict: 'error',
    reason: expect.stringContaining('type is 5'),
  });
});

test('a case in which nothing was compared is an error, never a pass', () => {
  expect(conclude(trace, judged([check({ status: 'not-applicable', compared: 0 })])).verdict).toBe('error');
  expect(conclude(trace, judged([])).verdict).toBe('error');
});

test('an unplayable scenario is an error, unless the adapter is to blame', () => {
  const stuck = { ...trace, unplayable: 'no rule' };
  expect(conclude(stuck, judged([check({})])).verdict).toBe('error');
  expect(conclude(stuck, judged([check({}), failing])).verdict).toBe('fail');
});
