import { expect, test } from 'vitest';
import type { Fact, LocatedFact } from '../facts/fact.ts';
import { type CassetteProblems, decideVerdict, unmetExpectations } from './decide-verdict.ts';
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
  check: 'returns-text',
  level: 'MUST',
  status: 'pass',
  compared: 1,
  findings: [],
  ...over,
});
const judged = (checks: CheckResult[]): Judgement => ({ steps: [], checks });
const doubted: CassetteProblems = { unmetExpectations: ['call 1 expected …'], schemaViolations: [] };
const graded = { group: 'call.missing', impact: 'breaks', evidence: 'documented' } as const;
const failing = check({ status: 'fail', findings: [{ ...graded, message: 'lost' }] });

test('a case passes when a check compared something and none failed', () => {
  expect(decideVerdict(trace, judged([check({}), check({ status: 'warn', level: 'SHOULD' })]))).toEqual({
    verdict: 'pass',
  });
});

test('one failed check fails the case, and its message is the reason', () => {
  expect(decideVerdict(trace, judged([check({}), failing]))).toEqual({ verdict: 'fail', reason: 'returns-text: lost' });
});

test('a recording that does not hold what is stated by hand is an error, whatever the adapter did', () => {
  expect(decideVerdict(trace, judged([failing]), doubted).verdict).toBe('error');
});

test('an error of the recording names what is wrong with the request as well, for the answer may be read by it', () => {
  const finding = { ...graded, message: 'no such tool', wirePath: 'steps[0].exchanges[0].request.body.tools[0]' };
  const misdeclared = check({ check: 'sends-tools', status: 'fail', findings: [finding] });
  expect(decideVerdict(trace, judged([failing, misdeclared]), doubted)).toEqual({
    verdict: 'error',
    reason: expect.stringMatching(/call 1 expected ….* see sends-tools: no such tool$/),
  });
});

test('a recording that the provider could not have given is an error, whatever the adapter did', () => {
  const odd = { unmetExpectations: [], schemaViolations: ['response.body.type is 5'] };
  expect(decideVerdict(trace, judged([failing]), odd)).toMatchObject({
    verdict: 'error',
    reason: expect.stringContaining('type is 5'),
  });
});

test('a case in which nothing was compared is an error, never a pass', () => {
  expect(decideVerdict(trace, judged([check({ status: 'not-applicable', compared: 0 })])).verdict).toBe('error');
  expect(decideVerdict(trace, judged([])).verdict).toBe('error');
});

test('an unplayable scenario is an error, unless the adapter is to blame', () => {
  const stuck = { ...trace, unplayable: 'no rule' };
  expect(decideVerdict(stuck, judged([check({})])).verdict).toBe('error');
  expect(decideVerdict(stuck, judged([check({}), failing])).verdict).toBe('fail');
});

test('a conversation that ends early for what nothing confirms passes with a warning', () => {
  const stuck = { ...trace, unplayable: 'too few calls' };
  expect(decideVerdict(stuck, judged([check({ status: 'warn' })])).verdict).toBe('pass');
  expect(decideVerdict(stuck, judged([check({}), check({ status: 'warn', level: 'SHOULD' })])).verdict).toBe('error');
});

const wire = (...facts: Fact[]): LocatedFact[] => facts.map((fact, i) => ({ fact, path: `content[${i}]` }));
const call: Fact = { kind: 'call', name: 'get_weather', arguments: { city: 'Oslo', unit: 'celsius' }, id: 'c1' };

test('facts that are there fulfil what is stated, whatever else they hold', () => {
  const problems = unmetExpectations(
    [
      { kind: 'call', name: 'get_weather', arguments: { city: 'Oslo' } },
      { kind: 'text', includes: ['4'] },
      { kind: 'finish', reason: 'stop' },
      { kind: 'usage' },
    ],
    wire(
      call,
      { kind: 'text', text: 'It is 4 degrees.' },
      { kind: 'finish', reason: 'stop' },
      { kind: 'usage', inputTokens: 1, outputTokens: 2 },
    ),
  );
  expect(problems).toEqual([]);
});

test.for([
  [{ kind: 'call', name: 'get_weather', arguments: { city: 'Rome' } }, call],
  [
    { kind: 'text', includes: ['5'] },
    { kind: 'text', text: 'It is 4 degrees.' },
  ],
  [
    { kind: 'finish', reason: 'stop' },
    { kind: 'finish', reason: 'length' },
  ],
  [{ kind: 'usage' }, { kind: 'usage', inputTokens: 1, outputTokens: 0 }],
  [
    { kind: 'reasoning', protected: true },
    { kind: 'reasoning', text: 'Hm' },
  ],
  [
    { kind: 'error', status: 404 },
    { kind: 'error', status: 500, message: '' },
  ],
  [
    { kind: 'error', code: 'server_error' },
    { kind: 'error', message: 'server_error' },
  ],
] as const)('what is stated and not there is named: %j', ([expected, fact]) => {
  expect(unmetExpectations([expected as never], wire(fact as Fact)).join()).toContain(
    `expected {"kind":"${expected.kind}"`,
  );
});

test('an error that is stated may be there, and no other', () => {
  const gone = wire({ kind: 'error', status: 404, message: 'any words' });
  expect(unmetExpectations([{ kind: 'error', status: 404 }], gone)).toEqual([]);
  expect(unmetExpectations([{ kind: 'text' }], gone).join()).toContain('unexpected: ');
});

test('one fact cannot fulfil two statements', () => {
  const twice = { kind: 'call', name: 'get_weather' } as const;
  expect(unmetExpectations([twice, twice], wire(call))).toHaveLength(1);
});

test('a call that nobody stated is a problem, for it changes the conversation', () => {
  expect(unmetExpectations([{ kind: 'text' }], wire({ kind: 'text', text: '' }, call)).join()).toContain(
    'unexpected: ',
  );
});
