/** The whole adapter over an in-memory `fetch`: what is sent, what comes back, what is thrown. */
import { afterEach, expect, test, vi } from 'vitest';
import type {
  CallContext,
  ChatClient,
  ChatOptions,
  ClientSettings,
  Credentials,
} from '../../../spec/contract/index.ts';
import {
  callInMode,
  type FakeFetch,
  fakeFetch,
  json,
  type PreparedAnswer,
  serverSentEvents,
} from '../shared/fake-provider.ts';
import { adapter } from './adapter.ts';

const secret = 'callers-secret-token';
const project = 'https://foundry.test/api/projects/p';
const settings: ClientSettings = {
  baseUrl: `${project}/`,
  model: 'm',
  credentials: { type: 'bearerToken', token: secret },
  maxOutputTokens: 100,
  timeout: 5000,
  wait: async () => {},
};
const message = {
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'Hi.', annotations: [] }],
};
const answer = { id: 'resp_1', object: 'response', model: 'm', status: 'completed', output: [message] };
const versionOf = (version: string) => json({ object: 'agent.version', id: `a:${version}`, name: 'a', version });
const error = (status: number, code: string) =>
  json({ error: { message: `the token ${secret} is no good`, code, type: 'invalid_request_error' } }, status, {
    'x-request-id': 'req_1',
    'retry-after': '2',
  });

const modes = ['complete', 'stream'] as const;
type Mode = (typeof modes)[number];
const answerFor = (mode: Mode) =>
  mode === 'complete'
    ? json(answer)
    : serverSentEvents([
        { type: 'response.created', response: { ...answer, status: 'in_progress', output: [] } },
        { type: 'response.output_item.done', output_index: 0, item: message },
        { type: 'response.completed', response: answer },
      ] as never);

function serve(...answers: PreparedAnswer[]): FakeFetch {
  const fake = fakeFetch(...answers);
  vi.stubGlobal('fetch', fake.fetch);
  return fake;
}

const newClient = (over: Partial<ClientSettings> = {}) => adapter.createClient({ ...settings, ...over });

async function ask(client: ChatClient, mode: Mode, options: ChatOptions = {}, context?: CallContext) {
  const messages = [{ role: 'user' as const, contents: [{ type: 'text' as const, text: 'Hello.' }] }];
  return callInMode(mode, client, messages, options, context);
}

const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (thrown: unknown) => thrown as Error,
  );

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

test.each(modes)('%s: a version of an agent is made, and asked', async (mode) => {
  const { requests } = serve(versionOf('1'), answerFor(mode));
  const response = await ask(newClient(), mode, {
    instructions: 'Be kind.',
    temperature: 0,
    tools: [{ type: 'shell' }],
  });
  expect(response).toMatchObject({ responseId: 'resp_1', conversationId: 'resp_1', finishReason: 'stop' });
  const [made, asked] = requests;
  expect(made?.url).toMatch(/\/api\/projects\/p\/agents\/[\da-f-]{36}\/versions\?api-version=v1$/);
  expect(made?.body).toEqual({
    definition: {
      kind: 'prompt',
      model: 'm',
      instructions: 'Be kind.',
      temperature: 0,
      tools: [{ type: 'shell', environment: { type: 'local' } }],
    },
  });
  expect(asked?.url).toBe(`${project}/openai/v1/responses`);
  expect(asked?.body).toEqual({
    agent_reference: { type: 'agent_reference', name: 'a', version: '1' },
    input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hello.' }] }],
    ...(mode === 'stream' ? { stream: true } : {}),
  });
  expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([`Bearer ${secret}`, `Bearer ${secret}`]);
});

test('the same definition is the same version, another definition is another of the same agent', async () => {
  const { requests } = serve(versionOf('1'), json(answer), json(answer), versionOf('2'), json(answer));
  const client = newClient();
  await ask(client, 'complete');
  await ask(client, 'complete', { maxOutputTokens: 9 });
  await ask(client, 'complete', { instructions: 'Be brief.' });
  const made = requests.filter(({ url }) => url.includes('/versions'));
  expect(made).toHaveLength(2);
  expect(new Set(made.map(({ url }) => url)).size).toBe(1);
  expect(requests.at(-1)?.body).toMatchObject({ agent_reference: { version: '2' } });
});

test('close deletes the agent, once; that it is gone is no failure, and without one there is nothing to do', async () => {
  const { requests } = serve(versionOf('1'), json(answer), error(404, 'not_found'));
  const client = newClient();
  await client.close();
  await ask(client, 'complete');
  await client.close();
  await client.close();
  expect(requests.slice(2).map(({ method, url }) => `${method} ${url}`)).toEqual([
    `DELETE ${project}/agents/a?api-version=v1`,
  ]);
});

test('an agent that cannot be deleted is told', async () => {
  serve(versionOf('1'), json(answer), error(500, 'server_error'));
  const client = newClient();
  await ask(client, 'complete');
  expect(await failure(client.close())).toMatchObject({ name: 'ProviderError', status: 500 });
});

test.each(modes)('%s: a definition that is refused is an error, without the token', async (mode) => {
  const { requests } = serve(error(429, 'rate_limit_exceeded'));
  const thrown = await failure(ask(newClient(), mode));
  expect(thrown).toMatchObject({
    name: 'ProviderError',
    status: 429,
    code: 'rate_limit_exceeded',
    requestId: 'req_1',
    retryAfter: 2000,
    retryable: true,
  });
  expect(thrown?.message).not.toContain(secret);
  expect(requests).toHaveLength(1);
});

test.each<[string, () => Response]>([
  ['no name', () => json({ object: 'agent.version', version: '1' })],
  ['a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['JSON cut short', () => new Response('{"name', { headers: { 'content-type': 'application/json' } })],
])('a version that is made with %s is a WireError', async (_title, made) => {
  serve(made());
  expect(await failure(ask(newClient(), 'complete'))).toMatchObject({ name: 'WireError' });
});

test.each(modes)('%s: a time that is over, or a caller who stops, while the version is made', async (mode) => {
  const silence = (signal: AbortSignal | undefined) =>
    new Promise<Response>((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
    );
  serve(silence);
  expect(await failure(ask(newClient({ timeout: 20 }), mode))).toMatchObject({ name: 'TimeoutError' });
  vi.unstubAllGlobals();
  serve(silence);
  const caller = new AbortController();
  const call = failure(ask(newClient(), mode, {}, { signal: caller.signal }));
  setImmediate(() => caller.abort());
  expect(await call).toMatchObject({ name: 'AbortedError' });
});

test('a token is asked for with every request; none is an error that shows nothing', async () => {
  const { requests } = serve(versionOf('1'), json(answer));
  let given = 0;
  await ask(newClient({ credentials: { type: 'tokenProvider', getToken: async () => `t${++given}` } }), 'complete');
  expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer t1', 'Bearer t2']);
  const getToken = () => Promise.reject(new Error(secret));
  const thrown = await failure(ask(newClient({ credentials: { type: 'tokenProvider', getToken } }), 'complete'));
  expect(thrown).toMatchObject({ name: 'ProviderError', code: 'authentication_error' });
  expect(thrown?.message).not.toContain(secret);
});

test.each<[string, Partial<ClientSettings>]>([
  ['an API key', { credentials: { type: 'apiKey', apiKey: 'k' } as Credentials }],
])('%s is a TypeError before any call', (_title, over) => {
  expect(() => newClient(over)).toThrow(TypeError);
});

test('nothing comes from the environment', async () => {
  for (const [name, value] of Object.entries({
    OPENAI_API_KEY: 'env-key',
    OPENAI_BASE_URL: 'https://env.test',
    OPENAI_ORG_ID: 'env-org',
    OPENAI_PROJECT_ID: 'env-project',
    AZURE_EXPERIMENTAL_ENABLE_GENAI_TRACING: 'true',
    AZURE_CLIENT_ID: 'env-client',
  })) {
    vi.stubEnv(name, value);
  }
  const { requests } = serve(versionOf('1'), json(answer));
  await ask(newClient(), 'complete');
  const sent = JSON.stringify(requests.map(({ url, headers, body }) => [url, [...headers], body]));
  expect(sent).not.toMatch(/env-|env\.test|traceparent/);
});
