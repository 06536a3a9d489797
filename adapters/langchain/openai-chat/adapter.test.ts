import { afterEach, describe, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import type { ClientSettings } from '../../../spec/contract/index.ts';
import {
  events,
  fakeFetch,
  json,
  type Prepared,
  question,
  settings,
  streamed,
  thrown,
} from '../shared/fake-responses.ts';
import { createClient } from './adapter.ts';

afterEach(() => vi.unstubAllGlobals());

function answers(...prepared: Prepared[]) {
  const { fake, sent } = fakeFetch(...prepared);
  vi.stubGlobal('fetch', fake);
  return sent;
}

const completion = (message: JsonObject, finish_reason = 'stop') =>
  json({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: 'gpt-5.5',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }],
    usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
  });
const piece = (delta: JsonObject, finish_reason: string | null = null): JsonObject => ({
  id: 'chatcmpl-1',
  model: 'gpt-5.5',
  choices: [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason }],
});
const client = (over: Partial<ClientSettings> = {}) => createClient('langchain-openai-chat', { ...settings, ...over });

describe('who calls', () => {
  test('a key, a token and a function that gives one are sent as they are taken', async () => {
    const hello = () => completion({ content: 'Hello' });
    const sent = answers(hello(), hello(), hello(), hello());
    const getToken = async () => 'token-of-the-test';
    await client().getResponse(question);
    await client({ credentials: { type: 'bearerToken', token: 'token-of-the-test' } }).getResponse(question);
    await client({ credentials: { type: 'tokenProvider', getToken } }).getResponse(question);
    await client({ surface: 'azure-openai' }).getResponse(question);
    expect(sent.map(({ url, headers }) => [url, headers.get('authorization')])).toEqual([
      ['https://api.example/v1/chat/completions', 'Bearer key-of-the-test'],
      ['https://api.example/v1/chat/completions', 'Bearer token-of-the-test'],
      ['https://api.example/v1/chat/completions', 'Bearer token-of-the-test'],
      ['https://api.example/openai/v1/chat/completions', 'Bearer key-of-the-test'],
    ]);
  });

  test('a function that fails is told without what it said, and nothing is sent', async () => {
    const sent = answers();
    const getToken = async () => {
      throw new Error('secret words');
    };
    const error = await thrown(client({ credentials: { type: 'tokenProvider', getToken } }).getResponse(question));
    expect(error).toMatchObject({ name: 'ProviderError', code: 'authentication_error' });
    expect(String(error)).not.toContain('secret words');
    expect(sent).toEqual([]);
  });

  test('keys of AWS are refused', () => {
    const credentials = { type: 'awsKeys', accessKeyId: 'a', secretAccessKey: 'b' } as const;
    expect(() => client({ credentials })).toThrow(TypeError);
  });
});

test('a tool that the library would send to another API is refused before anything is sent', async () => {
  const sent = answers();
  const declaration = { type: 'custom', custom: { name: 'sql' } };
  const tools = [{ type: 'raw', providerApi: 'openai-chat', declaration } as const];
  const error = { name: 'UnsupportedToolError', tool: 'raw' };
  expect(await thrown(client().getResponse(question, { tools }))).toMatchObject(error);
  expect(await thrown(streamed(client(), { tools }))).toMatchObject(error);
  expect(sent).toEqual([]);
});

test('a call without an id or a name is told as it came, once the stream is over', async () => {
  const call = (members: JsonObject) => piece({ tool_calls: [{ index: 0, ...members }] });
  const late = [call({ id: 'call_1', function: { name: 'f' } }), call({ function: { arguments: '{}' } })];
  answers(
    events(...late, piece({}, 'stop'), '[DONE]'),
    events(call({ function: { arguments: '{}' } }), piece({}, 'stop')),
  );
  const { messages, finishReason } = await streamed(client());
  expect(messages[0]?.contents).toMatchObject([
    { type: 'function-call', callId: 'call_1', name: 'f', arguments: {} },
    {},
  ]);
  // OpenAI says "stop" of a call that the request named, and so does the library.
  expect(finishReason).toBe('stop');
  expect((await streamed(client())).messages).toEqual([]);
});

test('of two choices of a stream the first is told', async () => {
  const second = { id: 'chatcmpl-1', choices: [{ index: 1, delta: { content: 'Vardø.' }, finish_reason: 'length' }] };
  answers(events(piece({ content: 'Hammer' }), second, piece({ content: 'fest.' }, 'stop'), '[DONE]'));
  const { messages, finishReason } = await streamed(client(), { rawRepresentation: { n: 2 } });
  expect(messages[0]?.contents).toMatchObject([{ type: 'text', text: 'Hammerfest.' }, {}]);
  expect(finishReason).toBe('stop');
});

test('a call whose arguments are no JSON is told, and goes back as it came', async () => {
  const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"a": }' } };
  const sent = answers(
    completion({ content: null, tool_calls: [call] }, 'tool_calls'),
    completion({ content: 'Well.' }),
  );
  const { messages } = await client().getResponse(question);
  expect(messages[0]?.contents).toMatchObject([{ callId: 'call_1', name: 'f', argumentsText: '{"a": }' }]);
  await client().getResponse([
    ...question,
    ...messages,
    { role: 'tool', contents: [{ type: 'function-result', callId: 'call_1', error: 'no JSON' }] },
  ]);
  expect(sent[1]?.body.messages).toMatchObject([{}, { tool_calls: [call] }, { role: 'tool', tool_call_id: 'call_1' }]);
});
