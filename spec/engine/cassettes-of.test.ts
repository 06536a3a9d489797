import { expect, test } from 'vitest';
import { loadMatrix } from '../../matrix/load.ts';
import { providerOf } from '../../matrix/model.ts';
import type { Operation } from '../../matrix/schema.ts';
import { loadScenarios } from '../scenarios/load.ts';
import { cassettesOf } from './cassettes-of.ts';
import { expand } from './expand.ts';

const matrix = await loadMatrix();
const column = providerOf(matrix, 'anthropic');
const identity = { id: 'any-anthropic', implementation: 'any', providerApi: 'anthropic' } as const;
const cases = expand(matrix, await loadScenarios(), [identity]);

const operation = (...transports: Operation['transports']): Operation => ({
  id: `o${transports.join('')}`,
  method: 'POST',
  urlTemplates: ['/x'],
  transports,
  description: 'made for a test',
});

const names = (end: string, ...operations: Operation[]): string[] => {
  const theCase = cases.find(({ id }) => id.endsWith(end)) ?? expect.fail(`no case ${end}`);
  return cassettesOf(theCase, { ...column, operations }).map(({ shown }) => shown.split('/').slice(-2).join('/'));
};

test.each([
  ['JSON or events', [operation('json', 'sse')], ['json', 'sse'], ['sse', 'json']],
  ['JSON operations beside', [operation('json'), operation('json', 'sse')], ['json', 'sse'], ['sse', 'json']],
  ['JSON or frames', [operation('json', 'eventstream')], ['json', 'eventstream'], ['eventstream', 'json']],
  ['frames alone', [operation('json'), operation('eventstream')], ['eventstream'], ['eventstream']],
  ['JSON alone', [operation('json')], ['json'], ['json']],
  ['nothing stated', [], ['json'], ['json']],
])('a column of %s: what the mode asks for comes first', (_, operations, complete, stream) => {
  const named = (transports: string[]) => transports.map((t) => `function-calling/single-call.${t}.har`);
  expect(names('/single-call/complete', ...operations)).toEqual(named(complete));
  expect(names('/single-call/stream', ...operations)).toEqual(named(stream));
});

test('refusals share one recording per transport', () => {
  expect(names('/openapi/refused/complete', operation('json', 'sse'))).toEqual([
    'refused/plain-answer.json.har',
    'refused/plain-answer.sse.har',
  ]);
});
