/** The whole adapter over an in-memory `fetch`: what is sent, what comes back, what is thrown. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ChatMessage, ChatOptions, ClientSettings, Credentials, Tool } from '../../../spec/contract/index.ts';
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

const key = 'mistral-test-0123456789';
const settings: ClientSettings = {
  baseUrl: 'https://mistral.test',
  model: 'mistral-test',
  credentials: { type: 'apiKey', apiKey: key },
  maxOutputTokens: 64_000,
  timeout: 5000,
  wait: async () => {},
};
const question = 'A question that nobody else may read.';
const user: ChatMessage = { role: 'user', contents: [{ type: 'text', text: question }] };
const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5, prompt_tokens_details: { cached_tokens: 1 } };
const whole = (message: object, finish = 'stop') => ({
  id: 'a',
  model: 'mistral-test',
  usage,
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
});
const streamOf = (...deltas: object[]) =>
  [
    ...deltas.map((delta, i) => {
      const last = i === deltas.length - 1;
      const choice = { index: 0, delta, finish_reason: last ? 'stop' : null };
      return `data: ${JSON.stringify({ id: 'a', model: 'mistral-test', choices: [choice], ...(last ? { usage } : {}) })}\n\n`;
    }),
    'data: [DONE]\n\n',
  ].join('');
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

async function ask(
  mode: Mode,
  {
    messages = [user],
    options = {},
    over = {},
  }: { messages?: ChatMessage[]; options?: ChatOptions; over?: Partial<ClientSettings> } = {},
) {
  const client = adapter.createClient({ ...settings, ...over });
  return callInMode(mode, client, messages, options);
}

/** What the call ends with; its words must not show the key or the question. */
const failure = (call: Promise<unknown>) => failureOf(call, key, question);

const call = { id: 'a23456789', function: { name: 'f', arguments: { x: 1 } }, index: 0 };
const thought = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }], signature: 's', closed: true };
const source = { type: 'reference', reference_ids: [3] };
const odd = { type: 'tool_reference', tool: 'web_search', title: 'A' };

test('an event of millions of letters is read as it comes: who began anew with every piece of it would take minutes', async () => {
  const text = 'a'.repeat(4_000_000);
  serve(eventStream(streamOf({ role: 'assistant', content: '' }, { content: text }), 64));
  const { messages } = await ask('stream');
  expect(messages).toEqual([{ role: 'assistant', contents: [{ type: 'text', text }] }]);
});

describe.each(modes)('%s', (mode) => {
  const served = (message: { content: unknown; tool_calls?: unknown }) =>
    mode === 'complete' ? json(whole(message)) : eventStream(streamOf({ role: 'assistant', content: '' }, message), 7);

  test('thoughts, words, sources and calls come, nothing of them is lost, and they go back as they came', async () => {
    const parts = [thought, { type: 'text', text: 'Yes.' }, source, odd];
    const { requests } = serve(served({ content: parts, tool_calls: [call] }), served({ content: 'Done.' }));
    const response = await ask(mode);
    expect(response).toMatchObject({
      responseId: 'a',
      modelId: 'mistral-test',
      finishReason: 'tool_calls',
      usage: { inputTokens: 3, outputTokens: 2, cachedInputTokens: 1 },
    });
    expect(
      response.messages
        .flatMap(({ contents }) => contents.map(({ type }) => type))
        .filter((t, i, all) => t !== all[i - 1]),
    ).toEqual(['reasoning', 'text', 'hosted-tool-result', 'function-call']);
    const result: ChatMessage = {
      role: 'tool',
      contents: [{ type: 'function-result', callId: 'a23456789', error: 'offline' }],
    };
    await ask(mode, { messages: [user, ...JSON.parse(JSON.stringify(response.messages)), result] });
    const { messages } = (requests[1]?.body ?? {}) as { messages: { tool_calls?: object[] }[] };
    const { index: _, ...sent } = call;
    expect(messages.slice(1)).toMatchObject([
      { role: 'assistant', content: parts, tool_calls: [{ ...sent, type: 'function' }] },
      { role: 'tool', tool_call_id: 'a23456789', content: 'Error: offline' },
    ]);
  });

  test('options become members of the body, and tools their declarations', async () => {
    const { requests } = serve(served({ content: 'Hi.' }));
    const tools: Tool[] = [
      { type: 'function', name: 'f', parameters: { type: 'object' } },
      { type: 'image-generation', size: '1x1' },
      { type: 'file-search', vectorStoreIds: ['l'], maximumResultCount: 3 },
      {
        type: 'provider-specific',
        name: 'connector',
        settings: { connectorId: 'docs', include: ['a'] },
      },
      { type: 'raw', providerApi: 'mistral-chat', declaration: { type: 'telepathy' } },
    ];
    const response = await ask(mode, {
      options: {
        instructions: 'Be brief.',
        tools,
        toolMode: { type: 'required' },
        allowMultipleToolCalls: false,
        maxOutputTokens: 9,
        stopSequences: ['x'],
        reasoning: { effort: 'high' },
        store: true,
        rawRepresentation: { random_seed: 1 },
      },
    });
    expect(requests[0]?.url).toBe('https://mistral.test/v1/chat/completions');
    expect(requests[0]?.body).toEqual({
      model: 'mistral-test',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: question },
      ],
      tools: [
        { type: 'function', function: { name: 'f', parameters: { type: 'object' } } },
        { type: 'image_generation' },
        { type: 'document_library', library_ids: ['l'] },
        { type: 'connector', connector_id: 'docs', tool_configuration: { include: ['a'] } },
        { type: 'telepathy' },
      ],
      tool_choice: 'required',
      parallel_tool_calls: false,
      max_tokens: 9,
      stop: ['x'],
      reasoning_effort: 'high',
      random_seed: 1,
      ...(mode === 'stream' ? { stream: true } : {}),
    });
    expect(response.warnings.map(({ message }) => message.split(' ')[0])).toEqual([
      'size',
      'maximumResultCount',
      'store',
    ]);
  });

  test('an error of the API is told once, with what it says', async () => {
    const body = { object: 'error', message: `Slow down, ${key}.`, type: 'rate_limited', param: null, code: '1300' };
    const { requests } = serve(json(body, 429, { 'retry-after': '7' }));
    expect(await failure(ask(mode))).toMatchObject({ status: 429, code: '1300', retryAfter: 7000, retryable: true });
    expect(requests).toHaveLength(1);
  });

  test.each<[string, Tool, string]>([
    ['a tool that the API lacks', { type: 'shell' }, 'UnsupportedToolError'],
    [
      'an MCP server by its address',
      { type: 'mcp-server', serverName: 'a', serverAddress: 'https://a.example' },
      'UnsupportedToolError',
    ],
    [
      'a specific tool of another',
      { type: 'provider-specific', name: 'bing-grounding-basic', settings: {} },
      'UnsupportedToolError',
    ],
    ['a search, which conversations have', { type: 'web-search' }, 'UnsupportedToolError'],
    [
      'the better search',
      { type: 'provider-specific', name: 'web-search-premium', settings: {} },
      'UnsupportedToolError',
    ],
    ['a connector without an id', { type: 'provider-specific', name: 'connector', settings: {} }, 'InvalidToolError'],
    ['words of another API', { type: 'raw', providerApi: 'mistral', declaration: {} }, 'InvalidToolError'],
  ])('%s is refused before anything is sent', async (_title, tool, name) => {
    const { requests } = serve();
    expect(await failure(ask(mode, { options: { tools: [tool] } }))).toMatchObject({ name });
    expect(requests).toEqual([]);
  });

  test('what is no JSON at all is no request', async () => {
    const { requests } = serve();
    const endless: Record<string, unknown> = {};
    endless.self = endless;
    const options = { rawRepresentation: endless } as ChatOptions;
    expect(await failure(ask(mode, { options }))).toMatchObject({
      name: 'ProviderError',
      code: 'invalid_request_error',
    });
    expect(requests).toEqual([]);
  });
});

test('of several messages, a call that one of them answers is not for the application', async () => {
  const call = { id: 'a', function: { name: 'image_generation', arguments: '{"prompt":"a pixel"}' } };
  const result = { role: 'tool', tool_call_id: 'a', content: [{ type: 'file', file_id: 'f' }] };
  const messages = [{ role: 'assistant', tool_calls: [call] }, result, { role: 'assistant', content: 'Here.' }];
  serve(json({ id: 'a', choices: [{ index: 0, messages, finish_reason: 'stop' }] }));
  const said = await ask('complete');
  expect(said.messages[0]?.contents).toMatchObject([
    { type: 'hosted-tool-call', callId: 'a', tool: 'image_generation', arguments: { prompt: 'a pixel' } },
    { type: 'hosted-tool-result', callId: 'a', rawRepresentation: result },
    { type: 'text', text: 'Here.' },
  ]);
});

test.each<[string, PreparedAnswer, object]>([['what is no completion', json({ choices: [] }), { name: 'WireError' }]])(
  'a whole answer that is %s',
  async (_title, answer, expected) => {
    serve(answer);
    expect(await failure(ask('complete'))).toMatchObject(expected);
  },
);

test.each<[string, string, object]>([
  [
    'an error',
    'data: {"object":"error","message":"Overloaded.","type":"internal_server_error","code":"3700"}\n\n',
    { name: 'ProviderError', code: '3700' },
  ],
  ['the end', '', { name: 'WireError' }],
  ['nonsense', 'data: {"id":\n\n', { name: 'WireError' }],
])('a stream that goes on with %s', async (_title, rest, expected) => {
  const [first] = streamOf({ content: 'H' }, {}).split('\n\n');
  serve(eventStream(`${first}\n\n${rest}`));
  expect(await failure(ask('stream'))).toMatchObject(expected);
});

test.each<[string, Credentials]>([
  ['a key', { type: 'apiKey', apiKey: key }],
  ['a token', { type: 'bearerToken', token: key }],
  ['a giver of tokens', { type: 'tokenProvider', getToken: async () => key }],
])('%s is sent as bearer, and nothing comes from the environment', async (_title, credentials) => {
  vi.stubEnv('MISTRAL_API_KEY', 'from-environment');
  vi.stubEnv('MISTRAL_DEBUG', 'true');
  // Wrong on purpose: who reads it, fails.
  vi.stubEnv('MISTRAL_SDK_TELEMETRY', 'from-environment');
  const spies = (['log', 'group', 'warn'] as const).map((name) => vi.spyOn(console, name));
  const { requests } = serve(json(whole({ content: 'Hi.' })));
  await ask('complete', { over: { credentials } });
  expect(requests.map(({ url }) => url)).toEqual(['https://mistral.test/v1/chat/completions']);
  expect(requests[0]?.headers.get('authorization')).toBe(`Bearer ${key}`);
  expect([...(requests[0]?.headers ?? [])].filter(([, value]) => value.includes('environment'))).toEqual([]);
  for (const spy of spies) {
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
  }
});
