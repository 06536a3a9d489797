import { expect, test } from 'vitest';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import type { ChatOptions } from '../../contract/index.ts';
import type { Trace } from '../../engine/trace.ts';
import { exampleExchanges } from '../../wire/example-exchanges.ts';
import { isCallersOwn } from './located-exchanges.ts';

const { jsonExchange } = exampleExchanges('create', 'https://api.example/v1/create');

/** Whether a place of a body is the caller's own, who asked with these options. */
function own(options: ChatOptions, body: JsonObject, path: string): boolean {
  const { request, ...rest } = jsonExchange({});
  const exchange = { ...rest, request: { ...request, body: { text: JSON.stringify(body) } } };
  const step = { turn: 0, messages: [], options, exchanges: [exchange], unexpected: [] };
  const trace = { steps: [step], closing: [] } as unknown as Trace;
  return isCallersOwn(trace, { exchange, path: 'steps[0].exchanges[0]' }, `request.body${path}`);
}

const declaration = { type: 'new_tool_2030', depth: 2 };
const rawTool: ChatOptions = { tools: [{ type: 'raw', providerApi: 'any', declaration }] };

test('inside a raw tool is, beside it is not', () => {
  const body = { tools: [{ type: 'function' }, { ...declaration, more: 1 }], depth: 2 };
  expect(own(rawTool, body, '.tools[1].type')).toBe(true);
  expect(own(rawTool, body, '.tools[1].name')).toBe(true);
  expect(own(rawTool, body, '.tools[0].type')).toBe(false);
  expect(own(rawTool, body, '.depth')).toBe(false);
});

test('a raw tool of which the adapter made something else is not', () => {
  expect(own(rawTool, { tools: [{ type: 'new_tool_2030', depth: 3 }] }, '.tools[0].depth')).toBe(false);
});

test('a raw member is, where it stands as it was asked for', () => {
  const options: ChatOptions = { rawRepresentation: { effort: 'extreme', thinking: { depth: [1] }, model: null } };
  const body = { effort: 'extreme', thinking: { depth: [1], mode: 'new' } };
  expect(own(options, body, '.effort')).toBe(true);
  expect(own(options, body, '.thinking.depth[0]')).toBe(true);
  expect(own(options, body, '.thinking.mode')).toBe(false);
  expect(own(options, body, '.model')).toBe(true);
  expect(own(options, { effort: 'low' }, '.effort')).toBe(false);
});
