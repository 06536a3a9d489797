/** Adapters on SDKs of Stainless over an in-memory `fetch`: what is sent, what comes back, what is thrown. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Adapter, ChatOptions, ClientSettings, Content, Credentials } from '../../../spec/contract/index.ts';
import { adapter as anthropic } from '../anthropic/adapter.ts';
import { adapter as openaiResponses } from '../openai-responses/adapter.ts';
import {
  callInMode,
  eventStream,
  type FakeFetch,
  failureOf,
  fakeFetch,
  json,
  type PreparedAnswer,
  serverSentEvents,
} from './fake-provider.ts';

type Event = { readonly type: string; readonly [member: string]: unknown };

interface Column {
  readonly adapter: Adapter;
  /** As messages name it. */
  readonly provider: string;
  readonly path: string;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  readonly responseId: string;
  /** The whole answer that says these words, and its stream; the words come in the third event. */
  readonly answer: (words: string) => object;
  readonly events: (words: string) => Event[];
  /** What a stream tells of them. */
  readonly streamed: (words: string) => Content[];
  readonly requestId: string;
  /** An error of this code, as a body has it. */
  readonly error: (code: string, message: string) => object;
  readonly rateLimit: string;
  /** Errors inside a stream, each with the code `boom`. */
  readonly boom: string;
  readonly insideStream: readonly Event[];
  /** An option that the API lacks. */
  readonly lacks: ChatOptions;
}

const question = 'A question that nobody else may read.';
const usage = { input_tokens: 3, output_tokens: 2 };

const claude = (words: string) => ({
  ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_reason: 'end_turn', usage },
  content: [{ type: 'text', text: words }],
});
const item = (words: string) => ({
  ...{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed' },
  content: [{ type: 'output_text', text: words, annotations: [] }],
});
const response = (words: string) => ({
  ...{ id: 'resp_1', object: 'response', model: 'm', status: 'completed', usage },
  output: [item(words)],
});
const boom = { code: 'server_error', message: 'Boom.' };

const columns: readonly Column[] = [
  {
    adapter: anthropic,
    provider: 'Anthropic',
    path: '/v1/messages',
    headers: { 'anthropic-version': '2026-10-21' },
    body: { model: 'm', max_tokens: 64_000, messages: [{ role: 'user', content: [{ type: 'text', text: question }] }] },
    responseId: 'msg_1',
    answer: claude,
    events: (words) => [
      { type: 'message_start', message: { ...claude(words), content: [], stop_reason: null } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: words } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
      { type: 'message_stop' },
    ],
    streamed: (words) => [{ type: 'text', text: words }],
    requestId: 'request-id',
    error: (type, message) => ({ type: 'error', error: { type, message }, request_id: 'req_1' }),
    rateLimit: 'rate_limit_error',
    boom: 'overloaded_error',
    insideStream: [{ type: 'error', error: { type: 'overloaded_error', message: 'Boom.' } }],
    lacks: { temperature: 1 },
  },
  {
    adapter: openaiResponses,
    provider: 'OpenAI',
    path: '/v1/responses',
    headers: {},
    body: {
      model: 'm',
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: question }] }],
    },
    responseId: 'resp_1',
    answer: response,
    events: (words) => [
      { type: 'response.created', response: { ...response(words), status: 'in_progress', output: [], usage: null } },
      { type: 'response.output_item.added', output_index: 0, item: { ...item(words), content: [] } },
      { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: words },
      { type: 'response.output_item.done', output_index: 0, item: item(words) },
      { type: 'response.completed', response: response(words) },
    ],
    // The words first, and the item they make when it is whole.
    streamed: (words) => [
      { type: 'text', text: words },
      { type: 'text', text: '', rawRepresentation: item(words) },
    ],
    requestId: 'x-request-id',
    error: (code, message) => ({ error: { type: 'requests', code, message, param: null } }),
    rateLimit: 'rate_limit_exceeded',
    boom: 'server_error',
    insideStream: [
      { type: 'error', ...boom, param: null },
      { type: 'response.failed', response: { ...response('Hi.'), status: 'failed', error: boom } },
    ],
    lacks: { stopSequences: ['.'] },
  },
];

const modes = ['complete', 'stream'] as const;
type Mode = (typeof modes)[number];
const key = 'sk-test-0123456789';
const settings: ClientSettings = {
  baseUrl: 'https://provider.test',
  model: 'm',
  credentials: { type: 'apiKey', apiKey: key },
  maxOutputTokens: 64_000,
  timeout: 5000,
  wait: async () => {},
};

function serve(...answers: PreparedAnswer[]): FakeFetch {
  const fake = fakeFetch(...answers);
  vi.stubGlobal('fetch', fake.fetch);
  return fake;
}

/** What the call ends with; its words must not show the key or the question. */
const failure = (call: Promise<unknown>) => failureOf(call, key, question);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

describe.each(columns.map((column) => [column.provider, column] as const))('%s', (provider, column) => {
  const events = column.events('Hi.');
  const answerFor = (mode: Mode) => (mode === 'complete' ? json(column.answer('Hi.')) : serverSentEvents(events));
  const ask = (mode: Mode, over: Partial<ClientSettings> = {}, options: ChatOptions = {}) =>
    callInMode(
      mode,
      column.adapter.createClient({ ...settings, ...over }),
      [{ role: 'user', contents: [{ type: 'text', text: question }] }],
      options,
    );

  describe.each(modes)('%s', (mode) => {
    test('one request, one answer', async () => {
      const { requests } = serve(answerFor(mode));
      expect(await ask(mode)).toMatchObject({
        messages: [
          {
            role: 'assistant',
            contents: mode === 'stream' ? column.streamed('Hi.') : [{ type: 'text', text: 'Hi.' }],
            messageId: 'msg_1',
          },
        ],
        responseId: column.responseId,
        modelId: 'm',
        finishReason: 'stop',
        usage: { inputTokens: 3, outputTokens: 2 },
        warnings: [],
      });
      expect(requests).toMatchObject([{ url: `https://provider.test${column.path}` }]);
      expect(requests[0]?.body).toEqual({ ...column.body, ...(mode === 'stream' ? { stream: true } : {}) });
      for (const [name, value] of Object.entries(column.headers)) expect(requests[0]?.headers.get(name)).toBe(value);
    });

    test('warnings arrive with the answer', async () => {
      serve(answerFor(mode));
      expect((await ask(mode, {}, column.lacks)).warnings).toMatchObject([{ code: 'unsupported-setting' }]);
    });

    test('what the provider rejects is a ProviderError, and is not tried again', async () => {
      const { requests } = serve(
        json(column.error(column.rateLimit, 'Slow down.'), 429, { 'retry-after': '7', [column.requestId]: 'req_2' }),
      );
      expect(await failure(ask(mode))).toMatchObject({
        name: 'ProviderError',
        message: `${provider} answered with an error (429 ${column.rateLimit}): Slow down.`,
        status: 429,
        code: column.rateLimit,
        requestId: 'req_2',
        retryAfter: 7000,
        retryable: true,
      });
      expect(requests).toHaveLength(1);
    });

    test('a provider that repeats the key', async () => {
      serve(json(column.error('authentication_error', `invalid key ${key}`), 401));
      expect((await failure(ask(mode))).message).toMatch(/invalid key \[credentials\]$/);
    });

    test('no connection is a ProviderError that may be retried, or a TimeoutError where the system gives it up', async () => {
      const failing = (cause: Error) => () => {
        throw new TypeError('fetch failed', { cause });
      };
      serve(failing(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })));
      expect(await failure(ask(mode))).toMatchObject({
        name: 'ProviderError',
        message: `There is no connection to ${provider} (ECONNREFUSED).`,
        status: undefined,
        retryable: true,
      });
      serve(failing(new Error('Connect Timeout Error')));
      expect(await failure(ask(mode))).toMatchObject({ name: 'TimeoutError' });
    });
  });

  test.each([1, 2, 7, 64])('a stream cut into chunks of %s bytes is the same', async (size) => {
    const words = 'Tromsø ❄ 🛰️';
    serve(serverSentEvents(column.events(words), size));
    expect((await ask('stream')).messages[0]?.contents).toEqual(column.streamed(words));
  });

  test('pings and events not known here do not disturb', async () => {
    const [first, ...rest] = events as [Event, ...Event[]];
    const ping = { type: column.adapter === anthropic ? 'ping' : 'keepalive' };
    serve(serverSentEvents([ping, first, { type: 'event_of_tomorrow', x: 1 }, ping, ...rest]));
    const { finishReason, messages } = await ask('stream');
    expect({ finishReason, contents: messages[0]?.contents }).toEqual({
      finishReason: 'stop',
      contents: column.streamed('Hi.'),
    });
  });

  test.each(column.insideStream)('an error inside a stream: %j', async (event) => {
    serve(serverSentEvents([...events.slice(0, 3), event]));
    expect(await failure(ask('stream'))).toMatchObject({
      name: 'ProviderError',
      message: `${provider} answered with an error (${column.boom}): Boom.`,
      status: undefined,
      code: column.boom,
      retryable: true,
    });
  });

  test.each<[Mode, string, () => Response]>([
    [
      'complete',
      'JSON cut short',
      () => new Response('{"id": "ms', { headers: { 'content-type': 'application/json' } }),
    ],
    ['complete', 'a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['complete', 'nothing', () => new Response(null, { status: 204 })],
    ['complete', 'a stream', () => serverSentEvents(events)],
    ['complete', 'another object', () => json({ hello: 'there' })],
    ['stream', 'a stream that ends early', () => serverSentEvents(events.slice(0, -1))],
    ['stream', 'JSON', () => json(column.answer('Hi.'))],
    ['stream', 'nothing', () => new Response(null, { status: 204 })],
    ['stream', 'an event that is no JSON', () => eventStream(`event: ${events[0]?.type}\ndata: {"type"\n\n`)],
  ])('%s: bytes that the API does not promise are a WireError: %s', async (mode, _title, served) => {
    serve(served());
    expect(await failure(ask(mode))).toMatchObject({ name: 'WireError' });
  });

  test.each<[string, Credentials, string]>([
    ['an API key', { type: 'apiKey', apiKey: key }, key],
    ['a token', { type: 'bearerToken', token: 'token-1' }, 'token-1'],
    ['a provider of tokens', { type: 'tokenProvider', getToken: async () => 'token-2' }, 'token-2'],
  ])('%s is sent as bearer, and nothing beside it', async (_title, credentials, sent) => {
    const { requests } = serve(json(column.answer('Hi.')));
    await ask('complete', { credentials });
    const headers = [...(requests[0]?.headers ?? [])];
    expect(requests[0]?.headers.get('authorization')).toBe(`Bearer ${sent}`);
    expect(headers.filter(([name]) => /api-key|beta|openai|other/.test(name))).toEqual([]);
  });

  test.each<[string, () => Promise<string>]>([
    ['throws', () => Promise.reject(new Error(`cannot refresh ${key}`))],
    ['gives nothing', async () => ''],
    ['gives what is no token', async () => undefined as never],
    ['gives what no header can carry', async () => `${key}\n`.repeat(2)],
  ])('a provider of tokens that %s', async (_title, getToken) => {
    const { requests } = serve();
    const expected = { name: 'ProviderError', code: 'authentication_error', retryable: false };
    expect(await failure(ask('complete', { credentials: { type: 'tokenProvider', getToken } }))).toMatchObject(
      expected,
    );
    expect(requests).toHaveLength(0);
  });

  test('no client is made with keys of AWS, and none shows a key of two lines', () => {
    const made = (credentials: Credentials) => () => column.adapter.createClient({ ...settings, credentials });
    expect(made({ type: 'awsKeys', accessKeyId: 'a', secretAccessKey: key })).toThrow(TypeError);
    expect(made({ type: 'apiKey', apiKey: `${key}\n${key}` })).not.toThrow(key);
  });

  test('closing is nothing to wait for', async () => {
    await expect(column.adapter.createClient(settings).close()).resolves.toBeUndefined();
  });
});
