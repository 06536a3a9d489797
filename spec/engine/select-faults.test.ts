import { expect, test } from 'vitest';
import { loadMatrix } from '../../matrix/load.ts';
import { loadRegressions, type RegressionMutation } from '../../recordings/faults/mutations/mutation.ts';
import type { Exchange } from '../../recordings/format/exchange.ts';
import { loadScenarios } from '../scenarios/load.ts';
import { expand } from './expand.ts';
import { coveringSubset, regressionFault, regressionsOf } from './select-faults.ts';

test('few hold what all hold, those with most of it first, and stay in their order', () => {
  const all = ['a', 'ab', 'bc', 'abc', 'd', 'cd'];
  expect(coveringSubset(all, (letters) => letters)).toEqual(['abc', 'cd']);
  expect(coveringSubset([1, 2, 3], (n) => [n < 3 ? 'x' : 'y'])).toEqual([1, 3]);
  expect(coveringSubset([], () => ['x'])).toEqual([]);
});

test('what has nothing is not needed', () => {
  expect(coveringSubset(['', 'a'], (letters) => letters)).toEqual(['a']);
});

const identity = { id: 'reference-anthropic', implementation: 'reference', providerApi: 'anthropic' } as const;
const cases = expand(await loadMatrix(), await loadScenarios(), [identity]);

const mutation: RegressionMutation = {
  providerApi: 'anthropic',
  tool: 'function-calling',
  scenario: 'call-single',
  mode: 'complete',
  transport: 'json',
  exchange: 0,
  changes: [{ do: 'drop', piece: 0, at: ['id'] }],
  reason: 'it broke',
};

const exchange: Exchange = {
  operation: 'messages.create',
  transport: 'json',
  request: { method: 'POST', url: 'https://api.example', headers: [] },
  response: { status: 200, headers: [['content-type', 'application/json']], body: { text: '{"id":"m","n":1}' } },
};

test('a column has its own, and the file that there is can be read', async () => {
  expect(regressionsOf([mutation, { ...mutation, providerApi: 'google' }], cases, 'anthropic')).toEqual([mutation]);
  expect(regressionsOf(await loadRegressions(), cases, 'anthropic').length).toBeGreaterThan(0);
});

test('a conversation that is gone is an error that names it', () => {
  expect(() => regressionsOf([{ ...mutation, scenario: 'gone' }], cases, 'anthropic')).toThrow(
    'an unknown conversation anthropic/function-calling/gone/complete',
  );
});

test('a mutation becomes a fault of the answer that it belongs to', () => {
  const arrived = regressionFault(mutation, [exchange])?.arrives();
  expect(arrived).toMatchObject({ body: { text: '{"n":1}' } });
});

test('an answer that came in another way is another adapter’s', () => {
  expect(regressionFault(mutation, [{ ...exchange, transport: 'sse' }])).toBeUndefined();
});

test('a place that is gone is an error that says where', () => {
  expect(() => regressionFault({ ...mutation, exchange: 1 }, [exchange])).toThrow('it has 1 exchanges, and none 1');
  const elsewhere: RegressionMutation = { ...mutation, changes: [{ do: 'drop', piece: 0, at: ['content'] }] };
  expect(() => regressionFault(elsewhere, [exchange])).toThrow('there is nothing at ["content"]');
});
