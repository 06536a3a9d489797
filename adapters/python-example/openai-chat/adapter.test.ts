import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { ChatMessage, ChatOptions, ClientSettings } from '../../../spec/contract/index.ts';
import { adapter } from './adapter.ts';

const messages: ChatMessage[] = [{ role: 'user', contents: [{ type: 'text', text: 'Hello' }] }];

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});
afterAll(() => adapter.process?.stop());

type Mode = 'complete' | 'stream';
type Asked = { readonly settings?: Partial<ClientSettings>; readonly options?: ChatOptions };

/** What a client of a provider that answers in this way gives: contents, or what it throws. */
async function asked(answer: RequestListener, mode: Mode, { settings = {}, options = {} }: Asked = {}) {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = adapter.createClient({
    baseUrl: `http://127.0.0.1:${port}`,
    model: 'm',
    credentials: { type: 'apiKey', apiKey: 'k-very-secret' },
    maxOutputTokens: 10,
    timeout: 5_000,
    wait: async () => {},
    ...settings,
  });
  try {
    if (mode === 'complete') return (await client.getResponse(messages, options)).messages.flatMap((m) => m.contents);
    const contents: unknown[] = [];
    for await (const update of client.getStreamingResponse(messages, options)) contents.push(...update.contents);
    return contents;
  } catch (error) {
    return error;
  }
}

const json: (body: unknown, status?: number, headers?: Record<string, string>) => RequestListener =
  (body, status = 200, headers = {}) =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

const events: (...chunks: unknown[]) => RequestListener =
  (...chunks) =>
  (_, response) => {
    const data = chunks.map((chunk) => `data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(data.join(''));
  };

const chunk = (delta: object, finish: string | null = null) => ({ choices: [{ delta, finish_reason: finish }] });
const error = { error: { message: 'busy, k-very-secret', type: 'requests', code: 'rate_limit_exceeded' } };
const headers = { 'x-request-id': 'req_1', 'retry-after-ms': '250', 'retry-after': '7' };

test.for([
  [
    'an error, in full',
    json(error, 429, headers),
    'complete',
    {
      name: 'ProviderError',
      message: 'OpenAI answered with an error: busy, [credentials]',
      status: 429,
      code: 'rate_limit_exceeded',
      requestId: 'req_1',
      retryAfter: 250,
      retryable: true,
    },
  ],
  [
    'an error where a stream was asked for',
    json(error, 503, { 'x-should-retry': 'false' }),
    'stream',
    { status: 503, retryable: false },
  ],
  ['an error in place of an answer', json(error), 'complete', { name: 'ProviderError', code: 'rate_limit_exceeded' }],
  [
    'an error within a stream',
    events(chunk({ content: 'x' }), error),
    'stream',
    { name: 'ProviderError', retryable: true },
  ],
  [
    'an answer where a stream was asked for',
    json({}),
    'stream',
    { name: 'WireError', message: 'OpenAI answered with application/json, which is no answer of its API.' },
  ],
  ['an answer without a choice', json({ choices: [] }), 'complete', { name: 'WireError' }],
  ['a stream that ends too early', events(chunk({ content: 'x' })), 'stream', { name: 'WireError' }],
  ['a stream that is no JSON', events('{"choices'), 'stream', { name: 'WireError' }],
] as const)('%s', async ([, answer, mode, expected]) => {
  expect(await asked(answer, mode)).toMatchObject(expected);
});

const call = (id: string | undefined, name: string | undefined, written: string, index?: number) => ({
  ...(id === undefined ? {} : { id, type: 'function' }),
  ...(index === undefined ? {} : { index }),
  function: { ...(name === undefined ? {} : { name }), arguments: written },
});

test('calls grow by their index, or by their id where there is none, and stand last', async () => {
  const contents = await asked(
    events(
      chunk({ tool_calls: [call('a', 'f', '{"x"', 0), call('b', 'g', '', 1)] }),
      chunk({ content: 'Let me see.', tool_calls: [call(undefined, undefined, ':1}', 0)] }),
      chunk({ tool_calls: [call('c', 'h', '[1'), call(undefined, undefined, ']')] }),
      chunk({}, 'tool_calls'),
      '[DONE]',
      'nobody reads this',
    ),
    'stream',
  );
  expect(contents).toMatchObject([
    { type: 'text', text: 'Let me see.' },
    { type: 'function-call', callId: 'a', name: 'f', arguments: { x: 1 } },
    { type: 'function-call', callId: 'b', name: 'g', arguments: {} },
    { type: 'function-call', callId: 'c', name: 'h', argumentsText: '[1]' },
  ]);
});

test.for(['complete', 'stream'] as const)(
  'citations count in UTF-16 where the API counts characters: %s',
  async (mode) => {
    const content = '🌊 high tide';
    const annotations = [
      { type: 'url_citation', url_citation: { url: 'https://a.example', start_index: 2, end_index: 99 } },
    ];
    const message = { role: 'assistant', content, annotations };
    const answer =
      mode === 'complete'
        ? json({ choices: [{ message, finish_reason: 'stop' }] })
        : events(chunk({ content }), chunk({ annotations }, 'stop'));
    const contents = (await asked(answer, mode)) as { annotations?: object[] }[];
    expect(contents.at(-1)?.annotations).toMatchObject([{ url: 'https://a.example', startIndex: 3, endIndex: 12 }]);
  },
);

test('Azure has its path below another, and takes a key under another name', async () => {
  const seen: (IncomingMessage | undefined)[] = [];
  const answer: RequestListener = (request, response) => {
    seen.push(request);
    json({ choices: [{ message: { content: 'Hi.' }, finish_reason: 'stop' }] })(request, response);
  };
  await asked(answer, 'complete', { settings: { surface: 'azure-openai' } });
  await asked(answer, 'complete', {
    settings: { credentials: { type: 'bearerToken', token: 't' }, surface: 'azure-openai' },
  });
  await asked(answer, 'complete');
  expect(seen.map((request) => [request?.url, request?.headers['api-key'], request?.headers.authorization])).toEqual([
    ['/openai/v1/chat/completions', 'k-very-secret', undefined],
    ['/openai/v1/chat/completions', undefined, 'Bearer t'],
    ['/v1/chat/completions', undefined, 'Bearer k-very-secret'],
  ]);
});

test('a tool that the API lacks is refused before anything is sent', async () => {
  let requests = 0;
  const options: ChatOptions = { tools: [{ type: 'image-generation' }] };
  expect(await asked(() => requests++, 'stream', { options })).toMatchObject({
    name: 'UnsupportedToolError',
    tool: 'image-generation',
    adapter: 'python-example-openai-chat',
    supported: ['function', 'web-search', 'raw'],
  });
  expect(requests).toBe(0);
});
