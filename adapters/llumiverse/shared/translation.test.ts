import { Providers, supportsToolUse } from '@llumiverse/common';
import { AbstractDriver } from '@llumiverse/core/driver';
import { afterEach, expect, test, vi } from 'vitest';
import { type Json, leavesOf } from '../../../lib/canonical-json.ts';
import { adapter as anthropic } from '../anthropic/adapter.ts';
import { adapter as mistral } from '../mistral-chat/adapter.ts';
import { adapter as chat } from '../openai-chat/adapter.ts';
import { adapter as responses } from '../openai-responses/adapter.ts';
import { events, fakeFetch, hello, json, settingsOf } from './fake-fetch.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const input = JSON.stringify({ city: 'Troms\u00f8' });
const call = { id: 'call_1234', type: 'function', function: { name: 'get_weather', arguments: input } };
const completion = {
  id: 'cmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'answered-by',
  choices: [
    { index: 0, message: { role: 'assistant', content: 'I look.', tool_calls: [call] }, finish_reason: 'tool_calls' },
  ],
  usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
};
const response = {
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  status: 'completed',
  model: 'answered-by',
  output: [
    {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'I look.', annotations: [] }],
    },
    {
      id: 'fc_1',
      type: 'function_call',
      status: 'completed',
      call_id: 'call_1',
      name: 'get_weather',
      arguments: input,
    },
  ],
  usage: {
    input_tokens: 11,
    input_tokens_details: { cached_tokens: 3 },
    output_tokens: 7,
    output_tokens_details: { reasoning_tokens: 2 },
    total_tokens: 18,
  },
};
const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'answered-by',
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: 11, output_tokens: 1, cache_read_input_tokens: 3 },
};
const streamed = () =>
  events(
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'I look.' } },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'content_block_start',
      index: 1,
      content_block: { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: {} },
    },
    { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: input } },
    { type: 'content_block_stop', index: 1 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 7 } },
    { type: 'message_stop' },
  );

/** What the contract calls its own parts. */
const ownNames = /^(assistant|text|function-call|tool_calls)$/;

test.each([
  [anthropic, streamed],
  [mistral, () => json(completion)],
  [chat, () => json(completion)],
  [responses, () => json(response)],
])('of $id the bridge tells what the library gives, and nothing besides', async (adapter, answer) => {
  vi.stubGlobal('fetch', fakeFetch(answer).fetch);
  const execute = vi.spyOn(AbstractDriver.prototype, 'execute');
  const tools = [{ type: 'function' as const, name: 'get_weather', parameters: { type: 'object', properties: {} } }];
  const told = await adapter.createClient(settingsOf('https://api.test')).getResponse(hello, { tools });
  const completed = JSON.parse(JSON.stringify(await execute.mock.results[0]?.value));
  const { result, tool_use, token_usage, finish_reason, original_response = null } = completed;
  const given = leavesOf([result, tool_use, token_usage, finish_reason, original_response]);
  const { conversationId: _, ...said }: { [member: string]: Json } = JSON.parse(JSON.stringify(told));
  const all = leavesOf(said);
  expect(all.filter((leaf) => !given.includes(leaf) && !ownNames.test(String(leaf)))).toEqual([]);
  const { prompt, result: written } = token_usage;
  const due = leavesOf([result.map(({ value }: { value: Json }) => value), tool_use, prompt, written]);
  expect(due.filter((leaf) => !all.includes(leaf))).toEqual([]);
});

test.each([
  [Providers.anthropic, 'claude-sonnet-5-5'],
  [Providers.mistralai, 'mistral-medium-latest'],
  [Providers.openai, 'gpt-5.4'],
  [Providers.openai, 'gpt-5.5'],
])('the library says of the model of recordings, %s %s, that it has tools, streamed too', (provider, model) => {
  expect([supportsToolUse(model, provider), supportsToolUse(model, provider, true)]).toEqual([true, true]);
});
