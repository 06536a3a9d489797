/** The whole adapter over a server at loopback: what is sent, what comes back, what is thrown. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type {
  ChatClient,
  ChatMessage,
  ChatOptions,
  ChatResponse,
  ClientSettings,
} from '../../../spec/contract/index.ts';
import {
  answerOf,
  callInMode,
  type FakeServer,
  fakeServer,
  jsonAnswer,
  type Mode,
  type ServedAnswer,
} from '../shared/fake-provider.ts';
import { adapter } from './adapter.ts';

let server: FakeServer;
/** Answers by method and path, before the usual ones. */
let answers: Record<string, ServedAnswer> = {};
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
const streamed = (...events: [name: string, data: unknown][]) =>
  answerOf('text/event-stream', ...events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`));
const usual: Record<string, ServedAnswer> = {
  'POST /assistants': jsonAnswer({ id: 'asst_1', object: 'assistant' }),
  'POST /threads': jsonAnswer({ id: 'thread_1', object: 'thread' }),
  'POST /threads/thread_1/messages': jsonAnswer({ id: 'msg_0', object: 'thread.message' }),
  'POST /threads/thread_1/runs': jsonAnswer({ ...run, status: 'queued' }),
  'GET /threads/thread_1/runs/run_1': jsonAnswer({ ...run, usage }),
  'GET /threads/thread_1/runs/run_1/steps': jsonAnswer({ object: 'list', data: [], has_more: false }),
  'GET /threads/thread_1/messages': jsonAnswer({ object: 'list', data: [message], has_more: false }),
  'DELETE /threads/thread_1': jsonAnswer({ error: { code: 'not_found', message: 'gone' } }, 404),
  'DELETE /assistants/asst_1': jsonAnswer({ id: 'asst_1', deleted: true }),
};

beforeAll(async () => {
  server = await fakeServer();
});
beforeEach(() => {
  answers = {};
  server.serveBy(({ line }) => {
    const key = line.replace('/api/projects/p', '').replace(/\?.*/, '');
    return answers[key] ?? usual[key];
  });
});
afterAll(() => server.close());

/** Method and path below the project. */
const lines = () => server.asked.map(({ line }) => line.replace('/api/projects/p', ''));

const modes: readonly Mode[] = ['complete', 'stream'];
const clientWith = (over: Partial<ClientSettings> = {}) =>
  adapter.createClient({
    baseUrl: `${server.baseUrl}/api/projects/p`,
    model: 'm',
    credentials: { type: 'bearerToken', token: secret },
    maxOutputTokens: 10,
    timeout: 5000,
    wait: async () => {},
    ...over,
  });

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
  expect(lines().slice(0, 4)).toEqual([
    'POST /assistants?api-version=v1',
    'POST /threads?api-version=v1',
    'POST /threads/thread_1/messages?api-version=v1',
    'POST /threads/thread_1/runs?api-version=v1',
  ]);
  expect(new Set(server.asked.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${secret}`]));
});

test('the preview is another version of the API on every request, and a token is asked for each time', async () => {
  let given = 0;
  const getToken = async () => `token-${++given}`;
  await ask('complete', clientWith({ surface: 'preview', credentials: { type: 'tokenProvider', getToken } }));
  expect(lines().every((line) => line.includes('api-version=2025-05-15-preview'))).toBe(true);
  expect(server.asked.map(({ headers }) => headers.authorization)).toEqual(
    server.asked.map((_, i) => `Bearer token-${i + 1}`),
  );
});

test('one agent serves all that declare the same; close deletes agents and threads, and what is gone is no failure', async () => {
  const client = clientWith();
  await ask('complete', client);
  await ask('complete', client, { conversationId: 'thread_1' });
  await client.close();
  const sent = lines();
  expect(sent.filter((line) => line.startsWith('POST /assistants'))).toHaveLength(1);
  expect(sent.slice(-2)).toEqual([
    'DELETE /threads/thread_1?api-version=v1',
    'DELETE /assistants/asst_1?api-version=v1',
  ]);
  await client.close();
  expect(server.asked).toHaveLength(sent.length);
});

test.each(modes)(
  '%s: a refusal is told once, with what the provider says of it and without the token',
  async (mode) => {
    const body = { error: { code: 'rate_limit_exceeded', message: `Too much of ${secret}.` } };
    answers['POST /threads/thread_1/runs'] = jsonAnswer(body, 429, { 'retry-after': '7', 'x-request-id': 'r-1' });
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
    expect(server.asked).toHaveLength(4);
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

test('wrong credentials, base URLs and surfaces are found before any call', () => {
  expect(() => clientWith({ credentials: { type: 'apiKey', apiKey: secret } })).toThrow(TypeError);
  expect(() => clientWith({ surface: 'v2' })).toThrow(/"v1" and "preview"/);
});
