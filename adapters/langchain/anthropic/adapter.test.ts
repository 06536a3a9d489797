import { afterEach, describe, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import { type ClientSettings, foldUpdates } from '../../../spec/contract/index.ts';
import {
  events,
  fakeFetch,
  json,
  never,
  type Prepared,
  question,
  settings,
  streamed,
  thrown,
  updatesOf,
} from '../shared/fake-responses.ts';
import { createClient } from './adapter.ts';

afterEach(() => vi.unstubAllGlobals());

function answers(...prepared: Prepared[]) {
  const { fake, sent } = fakeFetch(...prepared);
  vi.stubGlobal('fetch', fake);
  return sent;
}

const envelope = (content: JsonObject[], stop: string | null = 'end_turn', more: JsonObject = {}): JsonObject => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-5-5',
  content,
  stop_reason: stop,
  stop_sequence: null,
  usage: { input_tokens: 3, output_tokens: 2 },
  ...more,
});
const message = (content: JsonObject[], stop?: string, more?: JsonObject) => json(envelope(content, stop, more));
const failure = (type: string, status: number, headers?: Record<string, string>) =>
  json({ type: 'error', error: { type, message: `about ${type} and key-of-the-test` } }, status, headers);
const started: JsonObject = { type: 'message_start', message: envelope([], null) };
const block = (index: number, start: JsonObject, ...deltas: JsonObject[]): JsonObject[] => [
  { type: 'content_block_start', index, content_block: start },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
];
const words = (index: number, ...pieces: string[]) =>
  block(index, { type: 'text', text: '' }, ...pieces.map((text) => ({ type: 'text_delta', text })));
const ended = (stop: string): JsonObject[] => [
  { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 5 } },
  { type: 'message_stop' },
];

const client = (over: Partial<ClientSettings> = {}) => createClient('langchain-anthropic', { ...settings, ...over });
const weather = { type: 'function', name: 'get_weather', parameters: { type: 'object' } } as const;

describe('errors', () => {
  test('what the provider refuses is told once, with its words and without the secret', async () => {
    const headers = { 'retry-after': '7', 'request-id': 'req_1' };
    const sent = answers(failure('rate_limit_error', 429, headers), failure('invalid_request_error', 400));
    const error = await thrown(client().getResponse(question));
    expect(error).toMatchObject({
      name: 'ProviderError',
      status: 429,
      code: 'rate_limit_error',
      retryable: true,
      retryAfter: 7_000,
      requestId: 'req_1',
    });
    expect(String(error)).toContain('about rate_limit_error');
    expect(String(error)).not.toContain('key-of-the-test');
    expect(await thrown(streamed(client()))).toMatchObject({ status: 400, retryable: false });
    expect(sent).toHaveLength(2);
  });

  test('an error inside a stream has no status', async () => {
    answers(events(started, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }));
    const error = await thrown(streamed(client()));
    expect(error).toMatchObject({ name: 'ProviderError', code: 'overloaded_error', retryable: true });
    expect(error).toHaveProperty('status', undefined);
  });

  test('a stream that breaks off has no end; an answer that is none is a WireError that does not repeat it', async () => {
    answers(events(started, ...words(0, 'Half')), json({ words: 'of a proxy' }));
    expect(await streamed(client())).not.toHaveProperty('finishReason');
    const unreadable = await thrown(client().getResponse(question));
    expect(unreadable).toMatchObject({ name: 'WireError' });
    expect(String(unreadable)).not.toContain('of a proxy');
  });

  test('time and abort have errors of their own; no connection may be tried again', async () => {
    answers(never, never, async () => {
      throw new TypeError('fetch failed');
    });
    expect(await thrown(client({ timeout: 1 }).getResponse(question))).toMatchObject({ name: 'TimeoutError' });
    expect(await thrown(streamed(client({ timeout: 1 })))).toMatchObject({ name: 'TimeoutError' });
    expect(await thrown(client().getResponse(question))).toMatchObject({ name: 'ProviderError', retryable: true });
    const signal = AbortSignal.abort();
    expect(await thrown(client().getResponse(question, {}, { signal }))).toMatchObject({ name: 'AbortedError' });
  });

  test('what the library refuses was not sent', async () => {
    const sent = answers();
    const error = { name: 'ProviderError', code: 'invalid_request_error', status: undefined };
    expect(await thrown(client().getResponse(question, { toolMode: { type: 'required' } }))).toMatchObject(error);
    expect(sent).toEqual([]);
  });
});

test('credentials are the caller’s, and those of another kind are refused', async () => {
  vi.stubEnv('ANTHROPIC_API_KEY', 'of-the-environment');
  vi.stubEnv('ANTHROPIC_AUTH_TOKEN', 'of-the-environment');
  const hello = [{ type: 'text', text: 'Hello' }];
  const sent = answers(message(hello), message(hello));
  await client().getResponse(question);
  await client({ credentials: { type: 'bearerToken', token: 'token-of-the-test' } }).getResponse(question);
  vi.unstubAllEnvs();
  expect(sent[1]?.headers.get('authorization')).toBe('Bearer token-of-the-test');
  expect(sent[1]?.headers.get('x-api-key')).toBeNull();
  expect(sent[0]?.url).toBe('https://api.example/v1/messages');
  expect(sent[0]?.headers.get('x-api-key')).toBe('key-of-the-test');
  expect(sent[0]?.headers.get('authorization')).toBeNull();
  for (const credentials of [
    { type: 'awsKeys', accessKeyId: 'a', secretAccessKey: 'b' },
    { type: 'bearerToken', token: 'two\nlines' },
    { type: 'apiKey', apiKey: '' },
    { type: 'apiKey', apiKey: 'two\nlines' },
  ] as const) {
    expect(() => client({ credentials })).toThrow(TypeError);
  }
  expect(() => client({ baseUrl: 'nowhere' })).toThrow('"nowhere"');
  expect(() => client({ surface: 'gamma' })).toThrow('"gamma"');
});

test('a function that gives tokens is asked for one before each request, and nothing is sent if it fails', async () => {
  vi.stubEnv('ANTHROPIC_API_KEY', 'of-the-environment');
  const hello = () => message([{ type: 'text', text: 'Hello' }]);
  const sent = answers(hello(), hello());
  let count = 0;
  const partner = client({ credentials: { type: 'tokenProvider', getToken: async () => `token-${++count}` } });
  await partner.getResponse(question);
  await partner.getResponse(question);
  expect(sent.map(({ headers }) => [headers.get('authorization'), headers.get('x-api-key')])).toEqual([
    ['Bearer token-1', null],
    ['Bearer token-2', null],
  ]);
  const getToken = async () => {
    throw new Error('secret words');
  };
  const error = await thrown(client({ credentials: { type: 'tokenProvider', getToken } }).getResponse(question));
  vi.unstubAllEnvs();
  expect(error).toMatchObject({ name: 'ProviderError', code: 'authentication_error' });
  expect(String(error)).not.toContain('secret words');
  expect(sent).toHaveLength(2);
});

test('MCP servers, files of code and sources without a title are read from "content"', async () => {
  const [url, cited_text] = ['https://a.example', 'Tides'];
  answers(
    message([
      { type: 'mcp_tool_use', id: 'mcp_1', name: 'search', server_name: 'docs', input: { query: 'tides' } },
      { type: 'mcp_tool_result', tool_use_id: 'mcp_1', is_error: true, content: [{ type: 'text', text: 'closed' }] },
      { type: 'container_upload', file_id: 'file_1' },
      {
        type: 'text',
        text: 'Tides',
        citations: [
          {
            type: 'search_result_location',
            source: url,
            title: null,
            cited_text,
            start_block_index: 0,
            end_block_index: 1,
          },
          { type: 'search_result_location', source: 'shelf 7', title: null, cited_text },
        ],
      },
    ]),
  );
  const { messages } = await client().getResponse(question);
  expect(messages[0]?.contents).toMatchObject([
    { type: 'hosted-tool-call', tool: 'mcp-server', serverName: 'docs', name: 'search' },
    { type: 'hosted-tool-result', tool: 'mcp-server', outputs: [{ type: 'error', message: 'closed' }] },
    { type: 'hosted-file', fileId: 'file_1' },
    {
      type: 'text',
      annotations: [
        { url, snippet: cited_text },
        { title: 'shelf 7', snippet: cited_text },
      ],
    },
  ]);
});

test('what the library cannot declare is refused before anything is sent', async () => {
  const sent = answers();
  for (const tool of [
    { type: 'computer-use', displayWidth: 1, displayHeight: 1 },
    { type: 'image-generation' },
  ] as const) {
    const error = { name: 'UnsupportedToolError', tool: tool.type, adapter: 'langchain-anthropic' };
    expect(await thrown(client().getResponse(question, { tools: [tool] }))).toMatchObject(error);
    expect(await thrown(streamed(client(), { tools: [tool] }))).toMatchObject(error);
  }
  const raw = { type: 'raw', providerApi: 'anthropic', declaration: { type: 'tool_of_tomorrow', name: 'x' } } as const;
  expect(await thrown(client().getResponse(question, { tools: [raw] }))).toMatchObject({
    name: 'UnsupportedToolError',
    rejectedBy: 'bridge',
  });
  expect(sent).toEqual([]);
});

test('words of a stream are told as they come, a call when it is whole, and both go back as they were', async () => {
  const call = { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: {} };
  const pieces = ['{"city":', ' "Oslo"}'].map((partial_json) => ({ type: 'input_json_delta', partial_json }));
  const sent = answers(
    events(started, ...words(0, 'Let me ', 'look.'), ...block(1, call, ...pieces), ...ended('tool_use')),
    message([{ type: 'text', text: 'Cold.' }]),
  );
  const updates = await updatesOf(client(), { tools: [weather] });
  expect(updates.flatMap(({ contents }) => contents).slice(0, 3)).toEqual([
    { type: 'text', text: 'Let me ' },
    { type: 'text', text: 'look.' },
    { type: 'function-call', callId: 'toolu_1', name: 'get_weather', arguments: { city: 'Oslo' } },
  ]);
  const { messages } = foldUpdates(updates);
  const result = { role: 'tool', contents: [{ type: 'function-result', callId: 'toolu_1', result: 'Cold' }] } as const;
  await client().getResponse([...question, ...messages, { ...result, contents: [...result.contents] }], {
    tools: [weather],
  });
  expect(sent[1]?.body.messages).toMatchObject([
    { role: 'user' },
    { content: [{ text: 'Let me look.' }, { ...call, input: { city: 'Oslo' } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1' }] },
  ]);
});

test('a turn that pauses is told as paused: to go on with it is the caller’s', async () => {
  const sent = answers(message([{ type: 'text', text: 'One ' }, call('srv_1')], 'pause_turn'));
  const response = await client().getResponse(question);
  expect(sent).toHaveLength(1);
  expect(response).toMatchObject({ responseId: 'msg_1', finishReason: 'pause_turn' });
});

const call = (id: string): JsonObject => ({
  type: 'server_tool_use',
  id,
  name: 'web_search',
  input: { query: 'tides' },
});
