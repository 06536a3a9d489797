/** The whole adapter over an in-memory `fetch`: what is sent, what comes back, what is thrown. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../../files/canonical-json.ts';
import {
  type ChatOptions,
  type ChatResponse,
  type ChatResponseUpdate,
  type ClientSettings,
  type Credentials,
  foldUpdates,
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
import { createSdk, mostContinuations, Turn } from './adapter.ts';
import { adapter } from './index.ts';

describe('client', () => {
  const key = 'sk-test-0123456789';
  const settings: ClientSettings = {
    baseUrl: 'https://anthropic.test',
    model: 'claude-test',
    credentials: { type: 'apiKey', apiKey: key },
    maxOutputTokens: 64_000,
    timeout: 5000,
    wait: async () => {},
  };
  const question = 'A question that nobody else may read.';
  const usage = { input_tokens: 3, output_tokens: 2 };
  const answer = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-test',
    content: [{ type: 'text', text: 'Hi.' }],
    stop_reason: 'end_turn',
    usage,
  };
  const events = [
    { type: 'message_start', message: { ...answer, content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi.' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
    { type: 'message_stop' },
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

  const answerFor = (mode: Mode) => (mode === 'complete' ? json(answer) : serverSentEvents(events));

  afterEach(() => {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
  });

  test.each(modes)('%s: one request, one answer', async (mode) => {
    const { requests } = serve(answerFor(mode));
    const response = await ask(mode);
    expect(response).toMatchObject({
      messages: [{ role: 'assistant', contents: [{ type: 'text', text: 'Hi.' }], messageId: 'msg_1' }],
      responseId: 'msg_1',
      modelId: 'claude-test',
      finishReason: 'stop',
      usage: { inputTokens: 3, outputTokens: 2 },
      warnings: [],
    });
    expect(requests).toHaveLength(1);
    expect(requests[0]?.url).toBe('https://anthropic.test/v1/messages');
    expect(requests[0]?.headers.get('anthropic-version')).toBe('2026-10-21');
    expect(requests[0]?.body).toEqual({
      model: 'claude-test',
      max_tokens: 64_000,
      messages: [{ role: 'user', content: [{ type: 'text', text: question }] }],
      ...(mode === 'stream' ? { stream: true } : {}),
    });
  });

  test.each(modes)('%s: warnings arrive with the answer', async (mode) => {
    serve(answerFor(mode));
    expect((await ask(mode, {}, { temperature: 1 })).warnings).toMatchObject([{ code: 'unsupported-setting' }]);
  });

  test.each([1, 2, 7, 64])('a stream cut into chunks of %s bytes is the same', async (size) => {
    const words = 'Tromsø ❄ 🛰️';
    const delta = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: words } };
    serve(
      serverSentEvents(
        events.map((event) => (event.type === 'content_block_delta' ? delta : event)),
        size,
      ),
    );
    expect((await ask('stream')).messages[0]?.contents).toEqual([{ type: 'text', text: words }]);
  });

  test('pings and events not known here do not disturb', async () => {
    const [first, ...rest] = events;
    const all = [
      { type: 'ping' },
      first ?? { type: '' },
      { type: 'event_of_tomorrow', x: 1 },
      { type: 'ping' },
      ...rest,
    ];
    serve(serverSentEvents(all));
    expect(await ask('stream')).toMatchObject({ finishReason: 'stop', messages: [{ contents: [{ text: 'Hi.' }] }] });
  });

  const refused = { type: 'error', error: { type: 'rate_limit_error', message: 'Slow down.' }, request_id: 'req_1' };
  test.each(modes)('%s: what the provider refuses is a ProviderError, and is not tried again', async (mode) => {
    const { requests } = serve(json(refused, 429, { 'retry-after': '7', 'request-id': 'req_2' }));
    expect(await failure(ask(mode))).toMatchObject({
      name: 'ProviderError',
      message: 'Anthropic answered with an error (429 rate_limit_error): Slow down.',
      status: 429,
      code: 'rate_limit_error',
      requestId: 'req_2',
      retryAfter: 7000,
      retryable: true,
    });
    expect(requests).toHaveLength(1);
  });

  test.each(modes)('%s: a provider that repeats the key', async (mode) => {
    serve(json({ error: { type: 'authentication_error', message: `invalid key ${key}` } }, 401));
    expect((await failure(ask(mode))).message).toMatch(/invalid key \[credentials\]$/);
  });

  test('an error inside a stream', async () => {
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' }, request_id: 'req_1' };
    serve(serverSentEvents([...events.slice(0, 3), error]));
    expect(await failure(ask('stream'))).toMatchObject({
      name: 'ProviderError',
      status: undefined,
      code: 'overloaded_error',
      requestId: 'req_1',
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
    ['stream', 'JSON', () => json(answer)],
    ['stream', 'nothing', () => new Response(null, { status: 204 })],
    ['stream', 'an event that is no JSON', () => eventStream('event: message_start\ndata: {"type"\n\n')],
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
      message: 'There is no connection to Anthropic (ECONNREFUSED).',
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
    for (const name of ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_PROFILE', 'ANTHROPIC_CONFIG_DIR']) {
      vi.stubEnv(name, 'from-environment');
    }
    vi.stubEnv('ANTHROPIC_BASE_URL', 'https://environment.test');
    vi.stubEnv('ANTHROPIC_LOG', 'debug');
    vi.stubEnv(
      'ANTHROPIC_CUSTOM_HEADERS',
      'Authorization: Bearer from-environment\n x-api-key : from-environment\nX-Other: from-environment\nno header',
    );
    const log = vi.spyOn(console, 'debug');
    const { requests } = serve(json(answer));
    await ask('complete', { credentials });
    const headers = [...(requests[0]?.headers ?? [])];
    expect(requests[0]?.url).toBe('https://anthropic.test/v1/messages');
    expect(requests[0]?.headers.get('authorization')).toBe(`Bearer ${sent}`);
    expect(headers.filter(([, value]) => value.includes('environment'))).toEqual([]);
    expect(headers.filter(([name]) => /api-key|beta|other/.test(name))).toEqual([]);
    expect(log).not.toHaveBeenCalled();
    log.mockRestore();
  });

  test('neither webhooks nor telemetry are taken from the environment', () => {
    vi.stubEnv('ANTHROPIC_WEBHOOK_SIGNING_KEY', 'from-environment');
    vi.stubEnv('ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE', 'content');
    const { webhookKey, openTelemetry } = createSdk(settings, { secret: '' });
    expect(webhookKey).toBeNull();
    expect(openTelemetry.traces).toMatchObject({ enabled: false, contentMode: 'metadata_only' });
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
    ['a base URL that is none', { baseUrl: 'anthropic.test' }],
  ])('no client is made with %s', (_title, over) => {
    const attempt = () => adapter.createClient({ ...settings, ...over });
    expect(attempt).toThrow(TypeError);
    expect(attempt).not.toThrow(key);
  });

  test('closing is nothing to wait for', async () => {
    await expect(adapter.createClient(settings).close()).resolves.toBeUndefined();
  });
});

describe('turn', () => {
  afterEach(() => void vi.unstubAllGlobals());

  const searched = (id: string) => [
    { type: 'server_tool_use', id, name: 'web_search', input: { query: id }, caller: { type: 'direct' } },
    {
      type: 'web_search_tool_result',
      tool_use_id: id,
      content: [{ type: 'web_search_result', url: `https://${id}.example`, title: id, encrypted_content: `E${id}` }],
    },
  ];
  const text = (words: string) => ({ type: 'text', text: words });

  function message(id: string, content: JsonObject[], stop: string, extra: JsonObject = {}) {
    const usage = { input_tokens: 10, output_tokens: 1 };
    return { id, type: 'message', role: 'assistant', model: 'm', content, stop_reason: stop, usage, ...extra };
  }

  /** The message as a stream: results come whole, the input of a call in pieces, words one by one. */
  function streamed(whole: ReturnType<typeof message>) {
    const blocks = whole.content.flatMap((block, index) => {
      const start = {
        ...block,
        ...(block.input ? { input: {} } : {}),
        ...(block.text ? { text: '' } : {}),
        ...(block.citations ? { citations: [] } : {}),
      };
      const pieces = [
        ...(block.input ? [{ type: 'input_json_delta', partial_json: JSON.stringify(block.input) }] : []),
        ...((block.citations ?? []) as JsonObject[]).map((citation) => ({ type: 'citations_delta', citation })),
        ...String(block.text ?? '')
          .split(/(?<= )/)
          .filter(Boolean)
          .map((word) => ({ type: 'text_delta', text: word })),
      ];
      return [
        { type: 'content_block_start', index, content_block: start },
        ...pieces.map((delta) => ({ type: 'content_block_delta', index, delta })),
        { type: 'content_block_stop', index },
      ];
    });
    return serverSentEvents([
      { type: 'message_start', message: { ...whole, content: [], stop_reason: null } } as { type: string },
      ...blocks,
      { type: 'message_delta', delta: { stop_reason: whole.stop_reason }, usage: whole.usage } as { type: string },
      { type: 'message_stop' },
    ]);
  }

  const modes = ['complete', 'stream'] as const;

  async function ask(mode: (typeof modes)[number], answers: ReturnType<typeof message>[], options: ChatOptions = {}) {
    const prepared: PreparedAnswer[] = answers.map((answer) => (mode === 'stream' ? streamed(answer) : json(answer)));
    const { fetch, requests } = fakeFetch(...prepared);
    vi.stubGlobal('fetch', fetch);
    const client = adapter.createClient({
      baseUrl: 'https://anthropic.test',
      model: 'm',
      credentials: { type: 'apiKey', apiKey: 'sk-test-0123456789' },
      maxOutputTokens: 100,
      timeout: 5000,
      wait: async () => {},
    });
    const messages = [{ role: 'user' as const, contents: [{ type: 'text' as const, text: 'Go on.' }] }];
    const updates: ChatResponseUpdate[] = [];
    if (mode === 'complete') return { response: await client.getResponse(messages, options), requests, updates };
    for await (const update of client.getStreamingResponse(messages, options)) updates.push(update);
    return { response: foldUpdates(updates), requests, updates };
  }

  test.each(modes)('%s: a paused turn goes on with what was said, unchanged, and is one message', async (mode) => {
    const first = message('msg_1', [text('I look. '), ...searched('a')], 'pause_turn');
    const second = message('msg_2', searched('b'), 'pause_turn');
    const third = message('msg_3', [text('Done.')], 'end_turn');
    const { response, requests, updates } = await ask(mode, [first, second, third], {
      tools: [{ type: 'web-search' }],
    });

    const user = { role: 'user', content: [{ type: 'text', text: 'Go on.' }] };
    const bodies = requests.map(({ body }) => body as JsonObject);
    expect(bodies.map((body) => body.messages)).toEqual([
      [user],
      [user, { role: 'assistant', content: first.content }],
      [user, { role: 'assistant', content: first.content }, { role: 'assistant', content: second.content }],
    ]);
    const others = bodies.map(({ messages: _messages, ...rest }) => rest);
    expect(others).toEqual([others[0], others[0], others[0]]);

    expect(response.messages).toHaveLength(1);
    expect(response.messages[0]?.messageId).toBe('msg_1');
    expect(response.messages[0]?.contents.map(({ type }) => type)).toEqual([
      'text',
      'hosted-tool-call',
      'hosted-tool-result',
      'hosted-tool-call',
      'hosted-tool-result',
      'text',
    ]);
    expect(response).toMatchObject({
      finishReason: 'stop',
      responseId: 'msg_3',
      usage: { inputTokens: 30, outputTokens: 3 },
    });
    expect(updates.filter(({ finishReason }) => finishReason !== undefined)).toHaveLength(mode === 'stream' ? 1 : 0);
  });

  test.each(modes)(
    '%s: a citation points to its words, though text of an earlier exchange is joined with them',
    async (mode) => {
      const first = message('msg_1', [text('I look. ')], 'pause_turn');
      const citation = { type: 'web_search_result_location', url: 'https://a.example', cited_text: 'q' };
      const second = message('msg_2', [{ ...text('Found.'), citations: [citation] }], 'end_turn');
      const { response } = await ask(mode, [first, second]);
      const quotes = response.messages[0]?.contents.flatMap((content) =>
        content.type === 'text'
          ? (content.annotations ?? []).map(({ startIndex, endIndex }) => content.text.slice(startIndex, endIndex))
          : [],
      );
      expect(quotes).toEqual(['Found.']);
    },
  );

  test.each(modes)('%s: a turn that never ends is given back paused', async (mode) => {
    const answers = Array.from({ length: mostContinuations + 1 }, (_, n) =>
      message(`msg_${n}`, searched(`s${n}`), 'pause_turn'),
    );
    const { response, requests } = await ask(mode, answers);
    expect(requests).toHaveLength(mostContinuations + 1);
    expect(response.finishReason).toBe('pause_turn');
    expect(response.messages[0]?.contents).toHaveLength(2 * (mostContinuations + 1));
  });

  test.each(modes)('%s: a turn that does not pause is one exchange', async (mode) => {
    const { response, requests } = await ask(mode, [message('msg_1', [text('Hi.')], 'end_turn')]);
    expect(requests).toHaveLength(1);
    expect(response).toMatchObject({ finishReason: 'stop', usage: { inputTokens: 10, outputTokens: 1 } });
  });

  test.each<[JsonObject, JsonObject, unknown]>([
    [{}, {}, undefined],
    [{}, { container: null }, undefined],
    [{}, { container: { id: 'c1' } }, 'c1'],
    [{ container: 'asked' }, { container: { id: 'c1' } }, 'asked'],
    [{ container: { skills: [] } }, { container: { id: 'c1' } }, { id: 'c1', skills: [] }],
  ])('of a request with %j, answered with %j, the container is then %j', (asked, answered, expected) => {
    const turn = new Turn({ messages: [], ...asked });
    expect(turn.goesOn(message('msg_1', [text('x')], 'pause_turn', answered))).toBe(true);
    expect(turn.body.container).toEqual(expected);
  });
});
