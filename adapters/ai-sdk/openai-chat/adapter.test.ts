import { afterEach, expect, test, vi } from 'vitest';
import type { ChatMessage, ClientSettings, Tool } from '../../../spec/contract/index.ts';
import { drained, fakeFetch, json, thrown } from '../shared/fake-fetch.ts';
import { createClient } from './adapter.ts';

const key = 'sk-of-the-test';
const settings: ClientSettings = {
  baseUrl: 'https://openai.test/',
  model: 'gpt-5.5',
  credentials: { type: 'apiKey', apiKey: key },
  maxOutputTokens: 100,
  timeout: 5_000,
  wait: async () => {},
};
const question: ChatMessage[] = [{ role: 'user', contents: [{ type: 'text', text: 'Hi' }] }];
const answer = json({
  id: 'chatcmpl-1',
  model: 'gpt-5.5-2026-08-11',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'stop' }],
});

afterEach(() => vi.unstubAllGlobals());

function serve(...answers: readonly (() => Response)[]) {
  const { asked, fetch } = fakeFetch(...answers);
  vi.stubGlobal('fetch', fetch);
  return asked;
}
const client = (over: Partial<ClientSettings> = {}) => createClient('ai-sdk-openai-chat', { ...settings, ...over });

test.each<[string | undefined, ClientSettings['credentials'], string, string, string]>([
  [undefined, { type: 'apiKey', apiKey: key }, 'https://openai.test/v1', 'authorization', `Bearer ${key}`],
  [undefined, { type: 'bearerToken', token: 't' }, 'https://openai.test/v1', 'authorization', 'Bearer t'],
  ['azure-openai', { type: 'apiKey', apiKey: key }, 'https://openai.test/openai/v1', 'api-key', key],
  ['azure-openai', { type: 'bearerToken', token: 't' }, 'https://openai.test/openai/v1', 'authorization', 'Bearer t'],
  [
    'azure-openai',
    { type: 'tokenProvider', getToken: async () => 'given' },
    'https://openai.test/openai/v1',
    'authorization',
    'Bearer given',
  ],
])('on %s, %o goes to %s as %s', async (surface, credentials, url, header, value) => {
  const asked = serve(answer);
  const { messages } = await client({ credentials, ...(surface === undefined ? {} : { surface }) }).getResponse(
    question,
  );
  expect(messages[0]?.contents).toEqual([{ type: 'text', text: 'Hello.' }]);
  expect(asked.map((each) => each.url)).toEqual([`${url}/chat/completions`]);
  expect(asked[0]?.headers.get(header)).toBe(value);
});

test('settings that cannot be used are refused before any call', () => {
  const aws = { type: 'awsKeys', accessKeyId: 'a', secretAccessKey: 'b' } as const;
  expect(() => client({ credentials: aws })).toThrow(TypeError);
  expect(() => client({ surface: 'elsewhere' })).toThrow('elsewhere');
  expect(() => client({ baseUrl: 'nowhere' })).toThrow('nowhere');
  expect(() => client({ credentials: { type: 'apiKey', apiKey: 'two\nlines' } })).toThrow(/^(?!.*two)/);
});

test.each<[string, Tool]>([
  ['web search', { type: 'web-search' }],
  [
    'a custom tool',
    { type: 'raw', providerApi: 'openai-chat', declaration: { type: 'custom', custom: { name: 'g' } } },
  ],
])('%s is refused before anything is sent', async (_, tool) => {
  const asked = serve();
  const error = await thrown(client().getResponse(question, { tools: [tool] }));
  expect(error).toMatchObject({ name: 'UnsupportedToolError', tool: tool.type, adapter: 'ai-sdk-openai-chat' });
  expect(asked).toEqual([]);
});

test('a raw function is declared as it is, as far as the library has words for it', async () => {
  const asked = serve(answer);
  const parameters = { type: 'object', properties: { city: { type: 'string' } } };
  const declared = { type: 'function', function: { name: 'f', description: 'd', parameters, strict: true } };
  await client().getResponse(question, { tools: [{ type: 'raw', providerApi: 'openai-chat', declaration: declared }] });
  expect(asked[0]?.body.tools).toEqual([declared]);
  const newer = { type: 'function', function: { name: 'f', parameters, of_tomorrow: true } };
  const tools = [{ type: 'raw' as const, providerApi: 'openai-chat', declaration: newer }];
  expect(await thrown(client().getResponse(question, { tools }))).toMatchObject({ name: 'InvalidToolError' });
});

test('what the library has no part for is refused before anything is sent', async () => {
  const asked = serve();
  const contents = [{ type: 'action-result' as const, callId: 'c', tool: 'shell' as const, outputs: [] }];
  expect(await thrown(client().getResponse([...question, { role: 'tool', contents }]))).toMatchObject({
    name: 'ProviderError',
    code: 'invalid_request_error',
    status: undefined,
  });
  expect(asked).toEqual([]);
});

test('an error has the words of the provider, without the key that it repeats', async () => {
  const message = `Incorrect API key provided: ${key}`;
  serve(
    json({ error: { message, type: 'invalid_request_error', code: 'invalid_api_key' } }, 401, { 'x-request-id': 'r' }),
  );
  const error = await thrown(client().getResponse(question));
  expect(error).toMatchObject({ name: 'ProviderError', status: 401, code: 'invalid_api_key', requestId: 'r' });
  expect(String(error)).toContain('Incorrect API key provided: [credentials]');
});

test('a page in place of a stream is an answer that cannot be read, with its media type', async () => {
  serve(() => new Response('<html>', { headers: { 'content-type': 'text/html' } }));
  expect(await thrown(drained(client().getStreamingResponse(question)))).toMatchObject({
    name: 'WireError',
    message: expect.stringContaining('text/html'),
  });
});

test('a document at an address is refused by its media type before anything is sent', async () => {
  const asked = serve();
  const contents = [{ type: 'uri' as const, uri: 'https://a.example/x', mediaType: 'application/pdf' }];
  const error = await thrown(client().getResponse([{ role: 'user', contents }]));
  expect(error).toMatchObject({ name: 'ProviderError', message: expect.stringContaining('application/pdf') });
  expect(asked).toEqual([]);
});
