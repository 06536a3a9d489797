import { afterEach, describe, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ChatClient,
  type ChatMessage,
  type ChatOptions,
  type ChatResponseUpdate,
  type ClientSettings,
  foldUpdates,
} from '../../../spec/contract/index.ts';
import { createClient } from './adapter.ts';

afterEach(() => vi.unstubAllGlobals());

const settings: ClientSettings = {
  baseUrl: 'https://api.example',
  model: 'claude-sonnet-4-6',
  credentials: { type: 'apiKey', apiKey: 'key-of-the-test' },
  maxOutputTokens: 100,
  timeout: 5_000,
  wait: async () => {},
};
const question: ChatMessage[] = [{ role: 'user', contents: [{ type: 'text', text: 'Hi' }] }];

type Prepared = Response | ((signal: AbortSignal) => Promise<Response>);

/** Answers in order, and remembers the bodies that were sent. */
function answers(...prepared: Prepared[]): JsonObject[] {
  const sent: JsonObject[] = [];
  vi.stubGlobal('fetch', async (_url: unknown, init: RequestInit) => {
    const answer = prepared[sent.length];
    sent.push(JSON.parse(String(init.body)));
    if (!answer) throw new Error('the test prepared no further answer');
    return typeof answer === 'function' ? answer(init.signal as AbortSignal) : answer;
  });
  return sent;
}

const envelope = (content: JsonObject[], stop = 'end_turn'): JsonObject => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-6',
  content,
  stop_reason: stop,
  stop_sequence: null,
  usage: { input_tokens: 3, output_tokens: 2 },
});
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const message = (content: JsonObject[], stop?: string) => json(envelope(content, stop));
const failure = (type: string, status: number, headers?: Record<string, string>) =>
  json({ type: 'error', error: { type, message: `about ${type}` } }, status, headers);
const events = (...list: JsonObject[]) =>
  new Response(list.map((event) => `event: ${String(event.type)}\ndata: ${JSON.stringify(event)}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  });
const started: JsonObject = { type: 'message_start', message: { ...envelope([]), stop_reason: null } };
const textBlock: JsonObject[] = [
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Half an ans' } },
];

const client = (over: Partial<ClientSettings> = {}): ChatClient =>
  createClient('ai-sdk-anthropic', { ...settings, ...over });

async function streamed(from: ChatClient, options?: ChatOptions, messages = question) {
  const updates: ChatResponseUpdate[] = [];
  for await (const update of from.getStreamingResponse(messages, options)) updates.push(update);
  return foldUpdates(updates);
}

const thrown = (promise: Promise<unknown>) => promise.then(() => undefined).catch((error: unknown) => error);

describe('errors', () => {
  test('what the provider refuses is a ProviderError with its words, and nothing is tried again', async () => {
    const sent = answers(failure('rate_limit_error', 429, { 'retry-after': '7', 'request-id': 'req_1' }));
    expect(await thrown(client().getResponse(question))).toMatchObject({
      name: 'ProviderError',
      status: 429,
      code: 'rate_limit_error',
      retryable: true,
      retryAfter: 7_000,
      requestId: 'req_1',
    });
    expect(sent).toHaveLength(1);
    answers(failure('invalid_request_error', 400));
    expect(await thrown(streamed(client()))).toMatchObject({
      status: 400,
      code: 'invalid_request_error',
      retryable: false,
    });
  });

  test('an error inside a stream has no status, first or later, and a code where the library gives one', async () => {
    const error: JsonObject = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    for (const [before, code] of [
      [[], undefined],
      [[started, ...textBlock], 'overloaded_error'],
    ] as const) {
      answers(events(...before, error));
      const found = await thrown(streamed(client()));
      expect(found).toMatchObject({ name: 'ProviderError', code, retryable: true });
      expect(found).toHaveProperty('status', undefined);
    }
  });

  test('an answer that cannot be read, or breaks off, is a WireError that does not repeat it', async () => {
    answers(json({ words: 'of a proxy' }));
    const unreadable = await thrown(client().getResponse(question));
    expect(unreadable).toMatchObject({ name: 'WireError' });
    expect(String(unreadable)).not.toContain('proxy');
    answers(events(started, ...textBlock));
    expect(await thrown(streamed(client()))).toMatchObject({ name: 'WireError' });
    answers(events());
    expect(await thrown(streamed(client()))).toMatchObject({ name: 'WireError' });
  });

  test('no connection may be tried again; time and abort have errors of their own', async () => {
    answers(async () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) });
    });
    expect(await thrown(client().getResponse(question))).toMatchObject({ name: 'ProviderError', retryable: true });
    const never = (signal: AbortSignal) =>
      new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    answers(never);
    expect(await thrown(client({ timeout: 1 }).getResponse(question))).toMatchObject({ name: 'TimeoutError' });
    answers(never);
    expect(await thrown(streamed(client({ timeout: 1 })))).toMatchObject({ name: 'TimeoutError' });
    const signal = AbortSignal.abort();
    expect(await thrown(client().getResponse(question, {}, { signal }))).toMatchObject({ name: 'AbortedError' });
  });

  test('credentials that the library does not take are refused before any call', () => {
    const credentials = { type: 'awsKeys', accessKeyId: 'a', secretAccessKey: 'b' } as const;
    expect(() => client({ credentials })).toThrow(TypeError);
  });
});

describe('tools', () => {
  test('what the library or the bridge lacks is refused before anything is sent', async () => {
    const sent = answers();
    for (const tool of [
      { type: 'image-generation' },
      { type: 'openapi', name: 'o', specification: {}, auth: { type: 'anonymous' } },
      { type: 'provider-specific', name: 'bing-grounding-basic', settings: {} },
      { type: 'raw', providerApi: 'anthropic', declaration: { type: 'tool_of_tomorrow', name: 'x' } },
    ] as const) {
      const error = { name: 'UnsupportedToolError', tool: tool.type, adapter: 'ai-sdk-anthropic' };
      expect(await thrown(client().getResponse(question, { tools: [tool] }))).toMatchObject(error);
      expect(await thrown(streamed(client(), { tools: [tool] }))).toMatchObject(error);
    }
    const twice = { type: 'function', name: 'f', parameters: { type: 'object' } } as const;
    expect(await thrown(client().getResponse(question, { tools: [twice, twice] }))).toMatchObject({
      name: 'InvalidToolError',
    });
    expect(sent).toEqual([]);
  });

  test('tools of the provider stand on the wire in its words', async () => {
    const sent = answers(message([{ type: 'text', text: 'Hello' }]));
    await client().getResponse(question, {
      tools: [
        { type: 'web-fetch', allowedDomains: ['a.example'], maximumUses: 2 },
        { type: 'code-interpreter', containerId: 'container_1' },
        { type: 'mcp-server', serverName: 'docs', serverAddress: 'https://mcp.example', allowedTools: ['search'] },
      ],
    });
    expect(sent[0]).toMatchObject({
      tools: [
        { type: 'web_fetch_20260318', name: 'web_fetch', allowed_domains: ['a.example'], max_uses: 2 },
        { type: 'code_execution_20260120', name: 'code_execution' },
      ],
      container: 'container_1',
      mcp_servers: [
        { type: 'url', name: 'docs', url: 'https://mcp.example', tool_configuration: { allowed_tools: ['search'] } },
      ],
    });
  });

  test('hosted calls and results arrive as they were, and go back as they came', async () => {
    const content: JsonObject[] = [
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'bash_code_execution', input: { command: 'ls' } },
      {
        type: 'bash_code_execution_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: {
          type: 'bash_code_execution_result',
          stdout: 'a.txt',
          stderr: '',
          return_code: 0,
          content: [{ type: 'bash_code_execution_output', file_id: 'file_1' }],
        },
      },
      { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'search', server_name: 'docs', input: { query: 'retries' } },
      {
        type: 'mcp_tool_result',
        tool_use_id: 'mcptoolu_1',
        is_error: false,
        content: [{ type: 'text', text: 'Found' }],
      },
      { type: 'text', text: 'Done' },
    ];
    const sent = answers(message(content), message([{ type: 'text', text: 'Bye' }]));
    const tools = [
      { type: 'code-interpreter' } as const,
      { type: 'mcp-server', serverName: 'docs', serverAddress: 'https://mcp.example' } as const,
    ];
    const { messages } = await client().getResponse(question, { tools });
    expect(messages[0]?.contents).toMatchObject([
      { type: 'hosted-tool-call', tool: 'code-interpreter', name: 'bash_code_execution', arguments: { command: 'ls' } },
      {
        type: 'hosted-tool-result',
        tool: 'code-interpreter',
        outputs: [
          { type: 'text', text: 'a.txt' },
          { type: 'hosted-file', fileId: 'file_1' },
        ],
      },
      { type: 'hosted-tool-call', tool: 'mcp-server', serverName: 'docs', name: 'search' },
      { type: 'hosted-tool-result', tool: 'mcp-server', outputs: [{ type: 'text', text: 'Found' }] },
      { type: 'text', text: 'Done' },
    ]);
    await client().getResponse([...question, ...messages, ...question], { tools });
    expect(sent[1]).toMatchObject({ messages: [{}, { role: 'assistant', content }, {}] });
  });
});

test('a cited text of a stream goes back as the one block it was, between its neighbours', async () => {
  const citation = {
    type: 'web_search_result_location',
    cited_text: 'tall',
    url: 'https://a.example',
    title: 'A',
    encrypted_index: 'x',
  };
  const block = (index: number, text: string, citations: JsonObject[]): JsonObject[] => [
    { type: 'content_block_start', index, content_block: { type: 'text', text: '', citations: null } },
    ...citations.map((c) => ({ type: 'content_block_delta', index, delta: { type: 'citations_delta', citation: c } })),
    { type: 'content_block_delta', index, delta: { type: 'text_delta', text: text.slice(0, 3) } },
    { type: 'content_block_delta', index, delta: { type: 'text_delta', text: text.slice(3) } },
    { type: 'content_block_stop', index },
  ];
  const end: JsonObject[] = [
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  ];
  const sent = answers(
    events(started, ...block(0, 'It is ', []), ...block(1, 'very tall', [citation]), ...block(2, '.', []), ...end),
    message([{ type: 'text', text: 'Bye' }]),
  );
  const { messages } = await streamed(client());
  const [cited] = messages[0]?.contents.filter((c) => c.type === 'text' && c.annotations) ?? [];
  if (cited?.type !== 'text') throw new Error('no text has citations');
  const { startIndex, endIndex, url } = cited.annotations?.[0] ?? {};
  expect([cited.text.slice(startIndex, endIndex), url]).toEqual(['very tall', 'https://a.example']);
  await client().getResponse([...question, ...messages, ...question]);
  const content = [
    { type: 'text', text: 'It is ' },
    { type: 'text', text: 'very tall', citations: [citation] },
    { type: 'text', text: '.' },
  ];
  expect(sent[1]).toMatchObject({ messages: [{}, { role: 'assistant', content }, {}] });
});

test('a result in words of Anthropic alone goes out as JSON', async () => {
  const sent = answers(message([{ type: 'text', text: 'Hello' }]));
  const content = [{ type: 'search_result', source: 's', title: 't', content: [{ type: 'text', text: 'x' }] }];
  const rawRepresentation = { type: 'tool_result', tool_use_id: 'c', content };
  await client().getResponse([
    ...question,
    { role: 'assistant', contents: [{ type: 'function-call', callId: 'c', name: 'f', arguments: {} }] },
    { role: 'tool', contents: [{ type: 'function-result', callId: 'c', rawRepresentation }] },
  ]);
  expect(sent[0]).toMatchObject({ messages: [{}, {}, { content: [{ content: JSON.stringify(content) }] }] });
});
