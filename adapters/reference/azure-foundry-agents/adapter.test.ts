/** The whole adapter over a server at loopback: what is sent, what comes back, what is thrown. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type {
  ChatClient,
  ChatMessage,
  ChatOptions,
  ChatResponse,
  ClientSettings,
} from '../../../spec/contract/index.ts';
import { callInMode, type Mode } from '../shared/fake-provider.ts';
import { adapter } from './index.ts';

interface Asked {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

let server: Server;
let settings: ClientSettings;
let asked: Asked[] = [];
/** Answers by method and path, before the usual ones. */
let answers: Record<string, (response: ServerResponse) => void> = {};
const secret = 'callers-secret-token';
const question: ChatMessage[] = [{ role: 'user', contents: [{ type: 'text', text: 'A question for nobody else.' }] }];

const run = { id: 'run_1', object: 'thread.run', thread_id: 'thread_1', model: 'm', status: 'completed' };
const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
const message = {
  id: 'msg_1',
  object: 'thread.message',
  run_id: 'run_1',
  role: 'assistant',
  content: [{ type: 'text', text: { value: 'Hi.', annotations: [] } }],
};
const json =
  (body: unknown, status = 200, headers = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const streamed =
  (...events: [name: string, data: unknown][]) =>
  (response: ServerResponse) =>
    response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end(events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join(''));
const usual: Record<string, (response: ServerResponse) => void> = {
  'POST /assistants': json({ id: 'asst_1', object: 'assistant' }),
  'POST /threads': json({ id: 'thread_1', object: 'thread' }),
  'POST /threads/thread_1/messages': json({ id: 'msg_0', object: 'thread.message' }),
  'POST /threads/thread_1/runs': json({ ...run, status: 'queued' }),
  'GET /threads/thread_1/runs/run_1': json({ ...run, usage }),
  'GET /threads/thread_1/runs/run_1/steps': json({ object: 'list', data: [], has_more: false }),
  'GET /threads/thread_1/messages': json({ object: 'list', data: [message], has_more: false }),
  'DELETE /threads/thread_1': json({ error: { code: 'not_found', message: 'gone' } }, 404),
  'DELETE /assistants/asst_1': json({ id: 'asst_1', deleted: true }),
};

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://at.loopback');
    const body = await text(request);
    asked.push({
      line: `${request.method} ${request.url?.replace('/api/projects/p', '')}`,
      headers: request.headers,
      body: body === '' ? undefined : JSON.parse(body),
    });
    const key = `${request.method} ${pathname.replace('/api/projects/p', '')}`;
    (answers[key] ?? usual[key] ?? json({}, 500))(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  settings = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/projects/p`,
    model: 'm',
    credentials: { type: 'bearerToken', token: secret },
    maxOutputTokens: 10,
    timeout: 5000,
    wait: async () => {},
  };
});
beforeEach(() => {
  asked = [];
  answers = {};
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const modes: readonly Mode[] = ['complete', 'stream'];
const clientWith = (over: Partial<ClientSettings> = {}) => adapter.createClient({ ...settings, ...over });

async function ask(mode: Mode, client: ChatClient = clientWith(), options: ChatOptions = {}): Promise<ChatResponse> {
  if (mode === 'stream') {
    answers['POST /threads/thread_1/runs'] ??= streamed(
      ['thread.message.completed', message],
      ['thread.run.completed', { ...run, usage }],
      ['done', '[DONE]'],
    );
  }
  return callInMode(mode, client, question, options);
}

const failure = async (call: Promise<unknown>): Promise<Error> =>
  call.then(
    () => expect.unreachable('the call went well'),
    (error) => error,
  );

test.each(modes)('%s: agent, thread, message, run', async (mode) => {
  const response = await ask(mode);
  expect(response).toMatchObject({
    conversationId: 'thread_1',
    finishReason: 'stop',
    usage: { inputTokens: 3, outputTokens: 2 },
  });
  expect(asked.slice(0, 4).map(({ line }) => line)).toEqual([
    'POST /assistants?api-version=v1',
    'POST /threads?api-version=v1',
    'POST /threads/thread_1/messages?api-version=v1',
    'POST /threads/thread_1/runs?api-version=v1',
  ]);
  expect(new Set(asked.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${secret}`]));
});

test('the preview is another version of the API on every request, and a token is asked for each time', async () => {
  let given = 0;
  const getToken = async () => `token-${++given}`;
  await ask('complete', clientWith({ surface: 'preview', credentials: { type: 'tokenProvider', getToken } }));
  expect(asked.every(({ line }) => line.includes('api-version=2025-05-15-preview'))).toBe(true);
  expect(asked.map(({ headers }) => headers.authorization)).toEqual(asked.map((_, i) => `Bearer token-${i + 1}`));
});

test('one agent serves all that declare the same; close deletes agents and threads, and what is gone is no failure', async () => {
  const client = clientWith();
  await ask('complete', client);
  await ask('complete', client, { conversationId: 'thread_1' });
  await client.close();
  const lines = asked.map(({ line }) => line);
  expect(lines.filter((line) => line.startsWith('POST /assistants'))).toHaveLength(1);
  expect(lines.slice(-2)).toEqual([
    'DELETE /threads/thread_1?api-version=v1',
    'DELETE /assistants/asst_1?api-version=v1',
  ]);
  await client.close();
  expect(asked).toHaveLength(lines.length);
});

test.each(modes)(
  '%s: a refusal is told once, with what the provider says of it and without the token',
  async (mode) => {
    const body = { error: { code: 'rate_limit_exceeded', message: `Too much of ${secret}.` } };
    answers['POST /threads/thread_1/runs'] = json(body, 429, { 'retry-after': '7', 'x-request-id': 'r-1' });
    const error = await failure(ask(mode));
    expect(error).toMatchObject({
      name: 'ProviderError',
      status: 429,
      code: 'rate_limit_exceeded',
      retryAfter: 7000,
      retryable: true,
      requestId: 'r-1',
    });
    expect(JSON.stringify({ ...error, message: error.message })).not.toContain(secret);
    expect(asked).toHaveLength(4);
  },
);

test.each<[string, [string, unknown][], object]>([
  ['ends before its run', [['thread.run.in_progress', { ...run, status: 'in_progress' }]], { name: 'WireError' }],
  ['holds no JSON', [['thread.run.completed', undefined]], { name: 'WireError' }],
  [
    'holds an error',
    [['error', { error: { code: 'server_error', message: 'broken' } }]],
    { name: 'ProviderError', code: 'server_error', status: undefined, retryable: true },
  ],
])('a stream that %s', async (_, events, expected) => {
  answers['POST /threads/thread_1/runs'] = streamed(...events);
  expect(await failure(ask('stream'))).toMatchObject(expected);
});

test.each(modes)('%s: what is no answer of this API is a WireError', async (mode) => {
  answers['POST /threads/thread_1/runs'] = (response) => response.end('<html>');
  expect(await failure(ask(mode))).toMatchObject({ name: 'WireError' });
});

test('wrong credentials, base URLs and surfaces are found before any call', () => {
  expect(() => clientWith({ credentials: { type: 'apiKey', apiKey: secret } })).toThrow(TypeError);
  expect(() => clientWith({ baseUrl: 'nowhere' })).toThrow(TypeError);
  expect(() => clientWith({ surface: 'v2' })).toThrow(/"v1" and "preview"/);
});
