/** The whole adapter over an in-memory `fetch`: what is sent, what comes back, what is thrown. */
import { afterEach, expect, test, vi } from 'vitest';
import {
  type ChatOptions,
  type ChatResponse,
  type ClientSettings,
  type Credentials,
  isContractError,
} from '../../../spec/contract/index.ts';
import {
  callInMode,
  eventStream,
  type FakeFetch,
  fakeFetch,
  json,
  type PreparedAnswer,
  serverSentEvents,
} from '../shared/fake-provider.ts';
import { createSdk } from '../shared/openai.ts';
import { adapter } from './index.ts';

const key = 'sk-test-0123456789';
const settings: ClientSettings = {
  baseUrl: 'https://openai.test',
  model: 'gpt-test',
  credentials: { type: 'apiKey', apiKey: key },
  maxOutputTokens: 64_000,
  timeout: 5000,
  wait: async () => {},
};
const question = 'A question that nobody else may read.';
const usage = { input_tokens: 3, output_tokens: 2 };
const message = {
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'Hi.', annotations: [] }],
};
const answer = { id: 'resp_1', object: 'response', model: 'gpt-test', status: 'completed', output: [message], usage };
const events = [
  { type: 'response.created', response: { ...answer, status: 'in_progress', output: [], usage: null } },
  { type: 'response.output_item.added', output_index: 0, item: { ...message, status: 'in_progress', content: [] } },
  { type: 'response.output_text.delta', output_index: 0, content_index: 0, item_id: 'msg_1', delta: 'Hi.' },
  { type: 'response.output_item.done', output_index: 0, item: message },
  { type: 'response.completed', response: answer },
];

const modes = ['complete', 'stream'] as const;
type Mode = (typeof modes)[number];

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
async function failure(call: Promise<ChatResponse>): Promise<Error> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isContractError(error)) throw new Error('expected an error of the contract', { cause: error });
  expect(error.message).not.toContain(key);
  expect(error.message).not.toContain(question);
  expect(error.cause).toBeUndefined();
  return error;
}

/** A stream tells the words first, and the item they make when it is whole. */
const said = (mode: Mode) =>
  mode === 'complete'
    ? [{ type: 'text', text: 'Hi.', rawRepresentation: message }]
    : [
        { type: 'text', text: 'Hi.' },
        { type: 'text', text: '', rawRepresentation: message },
      ];

const answerFor = (mode: Mode) => (mode === 'complete' ? json(answer) : serverSentEvents(events));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

test.each(modes)('%s: one request, one answer', async (mode) => {
  const { requests } = serve(answerFor(mode));
  const response = await ask(mode);
  expect(response).toMatchObject({
    messages: [{ role: 'assistant', contents: said(mode), messageId: 'msg_1' }],
    responseId: 'resp_1',
    conversationId: 'resp_1',
    modelId: 'gpt-test',
    finishReason: 'stop',
    usage: { inputTokens: 3, outputTokens: 2 },
    warnings: [],
  });
  expect(requests).toHaveLength(1);
  expect(requests[0]?.url).toBe('https://openai.test/v1/responses');
  expect(requests[0]?.body).toEqual({
    model: 'gpt-test',
    input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: question }] }],
    ...(mode === 'stream' ? { stream: true } : {}),
  });
});

test.each(modes)('%s: warnings arrive with the answer', async (mode) => {
  serve(answerFor(mode));
  expect((await ask(mode, {}, { stopSequences: ['.'] })).warnings).toMatchObject([{ code: 'unsupported-setting' }]);
});

test.each([1, 2, 7, 64])('a stream cut into chunks of %s bytes is the same', async (size) => {
  const words = 'Tromsø ❄ 🛰️';
  const item = { ...message, content: [{ type: 'output_text', text: words, annotations: [] }] };
  const [created, added] = events;
  serve(
    serverSentEvents(
      [
        created ?? { type: '' },
        added ?? { type: '' },
        { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: words } as { type: string },
        { type: 'response.output_item.done', output_index: 0, item } as { type: string },
        { type: 'response.completed', response: { ...answer, output: [item] } } as { type: string },
      ],
      size,
    ),
  );
  expect((await ask('stream')).messages[0]?.contents).toEqual([
    { type: 'text', text: words },
    { type: 'text', text: '', rawRepresentation: item },
  ]);
});

test('keep-alives and events not known here do not disturb', async () => {
  const [first, ...rest] = events;
  const all = [
    { type: 'keepalive' },
    first ?? { type: '' },
    { type: 'event_of_tomorrow', x: 1 },
    { type: 'keepalive' },
    ...rest,
  ];
  serve(serverSentEvents(all));
  expect(await ask('stream')).toMatchObject({
    finishReason: 'stop',
    messages: [{ contents: [{ text: 'Hi.' }, { text: '' }] }],
  });
});

const refused = { error: { type: 'requests', code: 'rate_limit_exceeded', message: 'Slow down.', param: null } };
test.each(modes)('%s: what the provider refuses is a ProviderError, and is not tried again', async (mode) => {
  const { requests } = serve(json(refused, 429, { 'retry-after': '7', 'x-request-id': 'req_2' }));
  expect(await failure(ask(mode))).toMatchObject({
    name: 'ProviderError',
    message: 'OpenAI answered with an error (429 rate_limit_exceeded): Slow down.',
    status: 429,
    code: 'rate_limit_exceeded',
    requestId: 'req_2',
    retryAfter: 7000,
    retryable: true,
  });
  expect(requests).toHaveLength(1);
});

test.each(modes)('%s: a provider that repeats the key', async (mode) => {
  serve(
    json({ error: { type: 'invalid_request_error', code: 'invalid_api_key', message: `invalid key ${key}` } }, 401),
  );
  expect((await failure(ask(mode))).message).toMatch(/invalid key \[credentials\]$/);
});

const boom = { code: 'server_error', message: 'Boom.' };
test.each<[string, { type: string }]>([
  ['an event of its own', { type: 'error', ...boom, param: null } as { type: string }],
  [
    'a response that failed',
    { type: 'response.failed', response: { ...answer, status: 'failed', error: boom } } as { type: string },
  ],
])('an error inside a stream, as %s', async (_title, event) => {
  serve(serverSentEvents([...events.slice(0, 3), event]));
  expect(await failure(ask('stream'))).toMatchObject({
    name: 'ProviderError',
    message: 'OpenAI answered with an error (server_error): Boom.',
    status: undefined,
    code: 'server_error',
    retryable: true,
  });
});

test('an error that came without its name, in a stream or as a response', async () => {
  const data = (value: object) => eventStream(`data: ${JSON.stringify(value)}\n\n`);
  serve(data({ type: 'error', ...boom }));
  expect(await failure(ask('stream'))).toMatchObject({ name: 'ProviderError', code: 'server_error' });
  vi.unstubAllGlobals();
  serve(data({ error: boom }));
  expect(await failure(ask('stream'))).toMatchObject({ name: 'ProviderError', code: 'server_error' });
  vi.unstubAllGlobals();
  serve(json({ ...answer, status: 'failed', error: boom }));
  expect(await failure(ask('complete'))).toMatchObject({ name: 'ProviderError', code: 'server_error' });
});

test.each<[Mode, string, () => Response]>([
  ['complete', 'JSON cut short', () => new Response('{"id": "ms', { headers: { 'content-type': 'application/json' } })],
  ['complete', 'a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['complete', 'nothing', () => new Response(null, { status: 204 })],
  ['complete', 'a stream', () => serverSentEvents(events)],
  ['complete', 'another object', () => json({ hello: 'there' })],
  ['stream', 'a stream that ends early', () => serverSentEvents(events.slice(0, -1))],
  ['stream', 'JSON', () => json(answer)],
  ['stream', 'nothing', () => new Response(null, { status: 204 })],
  ['stream', 'an event that is no JSON', () => eventStream('event: response.created\ndata: {"type"\n\n')],
])('%s: bytes that the API does not promise are a WireError: %s', async (mode, _title, response) => {
  serve(response());
  expect(await failure(ask(mode))).toMatchObject({ name: 'WireError' });
});

test.each(modes)('%s: no connection is a ProviderError that may be retried', async (mode) => {
  serve(() => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) });
  });
  expect(await failure(ask(mode))).toMatchObject({
    name: 'ProviderError',
    message: 'There is no connection to OpenAI (ECONNREFUSED).',
    status: undefined,
    retryable: true,
  });
});

test.each(modes)('%s: a connection that the system gives up is a TimeoutError', async (mode) => {
  serve(() => {
    throw new TypeError('fetch failed', { cause: new Error('Connect Timeout Error') });
  });
  expect(await failure(ask(mode))).toMatchObject({ name: 'TimeoutError' });
});

test.each<[string, Credentials, string]>([
  ['an API key', { type: 'apiKey', apiKey: key }, key],
  ['a token', { type: 'bearerToken', token: 'token-1' }, 'token-1'],
  ['a provider of tokens', { type: 'tokenProvider', getToken: async () => 'token-2' }, 'token-2'],
])('%s is sent as bearer, and nothing comes from the environment', async (_title, credentials, sent) => {
  for (const name of ['API_KEY', 'ADMIN_KEY', 'ORG_ID', 'PROJECT_ID', 'WEBHOOK_SECRET']) {
    vi.stubEnv(`OPENAI_${name}`, 'from-environment');
  }
  vi.stubEnv('OPENAI_BASE_URL', 'https://environment.test');
  vi.stubEnv('OPENAI_LOG', 'debug');
  vi.stubEnv(
    'OPENAI_CUSTOM_HEADERS',
    'Authorization: Bearer from-environment\n x-api-key : from-environment\nX-Other: from-environment\nno header\nno token: x',
  );
  const log = vi.spyOn(console, 'debug');
  const { requests } = serve(json(answer));
  await ask('complete', { credentials });
  const headers = [...(requests[0]?.headers ?? [])];
  expect(requests[0]?.url).toBe('https://openai.test/v1/responses');
  expect(requests[0]?.headers.get('authorization')).toBe(`Bearer ${sent}`);
  expect(headers.filter(([, value]) => value.includes('environment'))).toEqual([]);
  expect(headers.filter(([name]) => /api-key|openai|other/.test(name))).toEqual([]);
  expect(log).not.toHaveBeenCalled();
  log.mockRestore();
});

test('neither webhooks nor administration are taken from the environment', () => {
  vi.stubEnv('OPENAI_WEBHOOK_SECRET', 'from-environment');
  vi.stubEnv('OPENAI_ADMIN_KEY', 'from-environment');
  expect(createSdk(settings, { secret: '' })).toMatchObject({ webhookSecret: null, adminAPIKey: null });
});

test.each<[string, () => Promise<string>]>([
  ['throws', () => Promise.reject(new Error(`cannot refresh ${key}`))],
  ['gives nothing', async () => ''],
  ['gives what is no token', async () => undefined as never],
  ['gives what no header can carry', async () => `${key}\n`.repeat(2)],
])('a provider of tokens that %s', async (_title, getToken) => {
  const { requests } = serve();
  expect(await failure(ask('complete', { credentials: { type: 'tokenProvider', getToken } }))).toMatchObject({
    name: 'ProviderError',
    code: 'authentication_error',
    retryable: false,
  });
  expect(requests).toHaveLength(0);
});

test.each<[string, Partial<ClientSettings>]>([
  ['AWS keys', { credentials: { type: 'awsKeys', accessKeyId: 'a', secretAccessKey: key } }],
  ['an empty key', { credentials: { type: 'apiKey', apiKey: '' } }],
  ['a key of two lines', { credentials: { type: 'apiKey', apiKey: `${key}\n${key}` } }],
  ['a base URL that is none', { baseUrl: 'openai.test' }],
])('no client is made with %s', (_title, over) => {
  const attempt = () => adapter.createClient({ ...settings, ...over });
  expect(attempt).toThrow(TypeError);
  expect(attempt).not.toThrow(key);
});

test('closing is nothing to wait for', async () => {
  await expect(adapter.createClient(settings).close()).resolves.toBeUndefined();
});

test.each(modes)('%s: what is not kept has no conversation to go on with', async (mode) => {
  serve(answerFor(mode));
  expect((await ask(mode, {}, { store: false })).conversationId).toBeUndefined();
  vi.unstubAllGlobals();
  serve(answerFor(mode));
  expect((await ask(mode, {}, { rawRepresentation: { store: false } })).conversationId).toBeUndefined();
});
