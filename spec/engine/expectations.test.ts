import { expect, test } from 'vitest';
import type { Fact, LocatedFact } from '../facts/fact.ts';
import { unfulfilled } from './expectations.ts';

const wire = (...facts: Fact[]): LocatedFact[] => facts.map((fact, i) => ({ fact, path: `content[${i}]` }));
const call: Fact = { kind: 'call', name: 'get_weather', arguments: { city: 'Oslo', unit: 'celsius' }, id: 'c1' };

test('facts that are there fulfil what is stated, whatever else they hold', () => {
  const problems = unfulfilled(
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
  expect(unfulfilled([expected as never], wire(fact as Fact)).join()).toContain(`expected {"kind":"${expected.kind}"`);
});

test('an error that is stated may be there, and no other', () => {
  const gone = wire({ kind: 'error', status: 404, message: 'any words' });
  expect(unfulfilled([{ kind: 'error', status: 404 }], gone)).toEqual([]);
  expect(unfulfilled([{ kind: 'text' }], gone).join()).toContain('which is not expected');
});

test('one fact cannot fulfil two statements', () => {
  const twice = { kind: 'call', name: 'get_weather' } as const;
  expect(unfulfilled([twice, twice], wire(call))).toHaveLength(1);
});

test('a call that nobody stated is a problem, for it changes the conversation', () => {
  expect(unfulfilled([{ kind: 'text' }], wire({ kind: 'text', text: '' }, call)).join()).toContain('not expected');
});
