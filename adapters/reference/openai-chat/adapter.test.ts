/** The whole adapter over an in-memory `fetch`: what is sent, what comes back, what is thrown. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ChatOptions, ClientSettings } from '../../../spec/contract/index.ts';
import {
  callInMode,
  eventStream,
  type FakeFetch,
  failureOf,
  fakeFetch,
  json,
  type PreparedAnswer,
} from '../shared/fake-provider.ts';
import { adapter } from './adapter.ts';

const key = 'sk-test-0123456789';
const settings: ClientSettings = {
  baseUrl: 'https://openai.test/',
  model: 'gpt-test',
  credentials: { type: 'apiKey', apiKey: key },
  maxOutputTokens: 64_000,
  timeout: 5000,
  wait: async () => {},
};
const question = 'A question that nobody else may read.';
const answer = {
  id: 'chatcmpl-1',
  model: 'gpt-test',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi.' }, finish_reason: 'stop' }],
};
const chunk = (delta: object, finish: string | null) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', model: 'gpt-test', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const stream = `${chunk({ content: 'H' }, null)}${chunk({ content: 'i.' }, 'stop')}data: [DONE]\n\n`;
const modes = ['complete', 'stream'] as const;
type Mode = (typeof modes)[number];

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

function serve(...answers: PreparedAnswer[]): FakeFetch {
  const fake = fakeFetch(...answers);
  vi.stubGlobal('fetch', fake.fetch);
  return fake;
}

async function ask(mode: Mode, over: Partial<ClientSettings> = {}, options: ChatOptions = {}) {
  const client = adapter.createClient({ ...settings, ...over });
  const messages = [{ role: 'user' as const, contents: [{ type: 'text' as const, text: question }] }];
  return callInMode(mode, client, messages, options);
}

/** What the call ends with; its words must not show the key or the question. */
const failure = (call: Promise<unknown>) => failureOf(call, key, question);

describe.each(modes)('%s', (mode) => {
  const served = () => (mode === 'complete' ? json(answer) : eventStream(stream, 7));

  test('one request, one answer', async () => {
    const { requests } = serve(served());
    expect(await ask(mode)).toMatchObject({
      messages: [{ role: 'assistant', contents: [{ type: 'text', text: 'Hi.' }] }],
      responseId: 'chatcmpl-1',
      finishReason: 'stop',
    });
    expect(requests.map(({ url }) => url)).toEqual(['https://openai.test/v1/chat/completions']);
    expect(requests[0]?.headers.get('authorization')).toBe(`Bearer ${key}`);
  });

  test('a tool that the API lacks is refused before anything is sent', async () => {
    const { requests } = serve();
    expect(await failure(ask(mode, {}, { tools: [{ type: 'shell' }] }))).toMatchObject({
      name: 'UnsupportedToolError',
      supported: ['function', 'web-search', 'raw'],
    });
    expect(requests).toEqual([]);
  });

  test('on Azure a key is no bearer, and is not carried along by a redirect', async () => {
    const { requests } = serve(new Response(null, { status: 302, headers: { location: 'https://elsewhere.test/' } }));
    const azure = { surface: 'azure-openai', baseUrl: 'https://contoso.openai.azure.com' };
    expect(await failure(ask(mode, azure))).toMatchObject({ name: 'ProviderError', status: 302 });
    expect(requests.map(({ url }) => url)).toEqual(['https://contoso.openai.azure.com/openai/v1/chat/completions']);
    expect(requests[0]?.headers.get('api-key')).toBe(key);
    expect(requests[0]?.headers.has('authorization')).toBe(false);
  });
});

test.each<[string, string, object]>([
  [
    'an error',
    `data: ${JSON.stringify({ error: { message: 'Overloaded.', type: 'server_error' } })}\n\n`,
    { name: 'ProviderError', code: 'server_error', retryable: true },
  ],
  ['the end', '', { name: 'WireError' }],
  ['nonsense', 'data: {"id":\n\n', { name: 'WireError' }],
])('a stream that goes on with %s', async (_title, rest, expected) => {
  serve(eventStream(chunk({ content: 'H' }, null) + rest));
  expect(await failure(ask('stream'))).toMatchObject(expected);
});

test.each<[string, Partial<ClientSettings>, string, string]>([
  ['a key', {}, 'authorization', `Bearer ${key}`],
  ['a token', { credentials: { type: 'bearerToken', token: key } }, 'authorization', `Bearer ${key}`],
  ['a key of Azure', { surface: 'azure-openai' }, 'api-key', key],
  [
    'a token of Azure',
    { surface: 'azure-openai', credentials: { type: 'tokenProvider', getToken: async () => key } },
    'authorization',
    `Bearer ${key}`,
  ],
])('%s is sent, and nothing comes from the environment', async (_title, over, header, value) => {
  for (const name of ['API_KEY', 'ADMIN_KEY', 'ORG_ID', 'PROJECT_ID', 'WEBHOOK_SECRET', 'API_VERSION']) {
    vi.stubEnv(`OPENAI_${name}`, 'from-environment');
  }
  for (const name of ['AZURE_OPENAI_API_KEY', 'AZURE_OPENAI_ENDPOINT']) vi.stubEnv(name, 'from-environment');
  vi.stubEnv('OPENAI_BASE_URL', 'https://environment.test');
  const { requests } = serve(json(answer));
  await ask('complete', over);
  const headers = [...(requests[0]?.headers ?? [])];
  expect(requests[0]?.url).toMatch(/^https:\/\/openai\.test\//);
  expect(headers.filter(([, sent]) => sent.includes(key))).toEqual([[header, value]]);
  expect(headers.filter(([, sent]) => sent.includes('environment'))).toEqual([]);
});
