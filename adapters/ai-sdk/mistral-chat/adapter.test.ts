import { afterEach, expect, test, vi } from 'vitest';
import type { ChatMessage, ClientSettings, Tool } from '../../../spec/contract/index.ts';
import { fakeFetch, json, thrown } from '../shared/fake-fetch.ts';
import { createClient } from './adapter.ts';

const key = 'key-of-the-test';
const settings: ClientSettings = {
  baseUrl: 'https://mistral.test/',
  model: 'mistral-medium-latest',
  credentials: { type: 'apiKey', apiKey: key },
  maxOutputTokens: 100,
  timeout: 5_000,
  wait: async () => {},
};
const question: ChatMessage[] = [{ role: 'user', contents: [{ type: 'text', text: 'Hi' }] }];
const answer = json({
  id: 'cmpl1',
  object: 'chat.completion',
  model: 'mistral-medium-latest',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
});

afterEach(() => vi.unstubAllGlobals());

function serve(...answers: readonly (() => Response)[]) {
  const { asked, fetch } = fakeFetch(...answers);
  vi.stubGlobal('fetch', fetch);
  return asked;
}
const client = (over: Partial<ClientSettings> = {}) => createClient('ai-sdk-mistral-chat', { ...settings, ...over });

test.each<[ClientSettings['credentials'], string]>([
  [{ type: 'apiKey', apiKey: key }, key],
  [{ type: 'tokenProvider', getToken: async () => 'given' }, 'given'],
])('%o goes out as a bearer, and options in words of Mistral', async (credentials, secret) => {
  const asked = serve(answer);
  const { messages, warnings } = await client({ credentials }).getResponse(question, {
    store: true,
    allowMultipleToolCalls: false,
    tools: [{ type: 'function', name: 'f', parameters: { type: 'object' } }],
  });
  expect(messages[0]?.contents).toEqual([{ type: 'text', text: 'Hello.' }]);
  expect(warnings.map(({ code }) => code)).toEqual(['unsupported-setting']);
  expect(asked[0]?.url).toBe('https://mistral.test/v1/chat/completions');
  expect(asked[0]?.headers.get('authorization')).toBe(`Bearer ${secret}`);
  expect(asked[0]?.body).toMatchObject({ parallel_tool_calls: false, tools: [{ function: { name: 'f' } }] });
});

test.each<[string, Tool, string]>([
  ['a connector', { type: 'web-search' }, 'UnsupportedToolError'],
  ['words of another API', { type: 'raw', providerApi: 'openai-chat', declaration: {} }, 'InvalidToolError'],
])('%s is refused before anything is sent', async (_, tool, name) => {
  const asked = serve();
  expect(await thrown(client().getResponse(question, { tools: [tool] }))).toMatchObject({ name });
  expect(asked).toEqual([]);
});

test('an error has the words of Mistral, without the key that it repeats', async () => {
  const body = { object: 'error', message: `No such key: ${key}`, type: 'unauthorized', param: null, code: '1501' };
  serve(json(body, 401, { 'mistral-correlation-id': 'c1' }));
  const error = await thrown(client().getResponse(question));
  expect(error).toMatchObject({ name: 'ProviderError', status: 401, code: '1501', requestId: 'c1' });
  expect(String(error)).toContain('No such key: [credentials]');
});

test('a stream that the library stumbles over is one that cannot be read, not one that was never asked for', async () => {
  const chunks = ['{"id":"c","choices":[]}', '[DONE]'].map((data) => `data: ${data}\n\n`).join('');
  serve(() => new Response(chunks, { headers: { 'content-type': 'text/event-stream' } }));
  const told = async () => {
    for await (const _ of client().getStreamingResponse(question));
  };
  expect(await thrown(told())).toMatchObject({ name: 'WireError' });
});
