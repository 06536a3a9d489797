/** The whole adapter against a server at loopback: what is sent, what comes back, what is thrown. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ChatMessage, ClientSettings } from '../../../spec/contract/index.ts';
import { callInMode } from '../shared/call-in-mode.ts';
import { fakeEvent, fakeException } from '../shared/fake-frames.ts';
import { adapter } from './index.ts';

let server: Server;
let baseUrl: string;
let answer: (response: ServerResponse) => void;
let asked: { readonly request: IncomingMessage; readonly body: unknown }[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    asked.push({ request, body: JSON.parse(await text(request)) });
    answer(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const begin = (response: ServerResponse, headers: Record<string, string> = {}) =>
  response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream', ...headers });

const chunk = fakeEvent('chunk', { bytes: Buffer.from('Hi.').toString('base64') });

beforeEach(() => {
  asked = [];
  answer = (response) => begin(response, { 'x-amz-bedrock-agent-session-id': 'named-by-the-service' }).end(chunk);
});

const secretAccessKey = 'secret-of-the-caller';
const messages: ChatMessage[] = [{ role: 'user', contents: [{ type: 'text', text: 'Hello' }] }];

function clientFor(more: Partial<ClientSettings> = {}) {
  return adapter.createClient({
    baseUrl,
    model: 'm',
    credentials: { type: 'awsKeys', accessKeyId: 'KEYOFTHECALLER', secretAccessKey },
    parameters: { region: 'eu-north-1', agentId: 'AGENT', agentAliasId: 'ALIAS' },
    maxOutputTokens: 1,
    timeout: 5000,
    wait: async () => {},
    ...more,
  });
}

async function ask(stream: boolean, more: Partial<ClientSettings> = {}, signal?: AbortSignal) {
  const client = clientFor(more);
  const context = signal ? { signal } : {};
  try {
    return await callInMode(stream ? 'stream' : 'complete', client, messages, {}, context);
  } finally {
    await client.close();
  }
}

test('a conversation begins with a session of its own and goes on in the one that the service names', async () => {
  const client = clientFor();
  const first = await client.getResponse(messages);
  await client.getResponse(messages);
  expect(first.conversationId).toBe('named-by-the-service');
  await client.getResponse(messages, { conversationId: 'named-by-the-service' });
  await client.close();
  const [one, two, three] = asked.map(({ request }) => request.url);
  const uuid = /^\/agents\/[\da-f]{8}-[\da-f-]{27}$/;
  expect([one, two]).toEqual([expect.stringMatching(uuid), expect.stringMatching(uuid)]);
  expect(one).not.toBe(two);
  expect(three).toBe('/agents/named-by-the-service');
});

test.each([true, false])('what is asked for depends on the method alone, streamed: %s', async (stream) => {
  const response = await ask(stream);
  expect(response).toMatchObject({
    messages: [{ role: 'assistant', contents: [{ type: 'text', text: 'Hi.' }] }],
    finishReason: 'stop',
    warnings: [],
  });
  expect(asked[0]?.body).toEqual({
    foundationModel: 'm',
    inputText: 'Hello',
    ...(stream ? { streamingConfigurations: { streamFinalResponse: true } } : {}),
  });
  expect(asked[0]?.request.headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=KEYOFTHECALLER\/\d{8}\/eu-north-1\/bedrock\//,
  );
});

test('an agent that exists is invoked under its names', async () => {
  await ask(false, { surface: 'invoke-agent' });
  expect(asked[0]?.request.url).toMatch(/^\/agents\/AGENT\/agentAliases\/ALIAS\/sessions\/[\da-f-]{36}\/text$/);
  expect(asked[0]?.body).toEqual({ inputText: 'Hello' });
});

test('what a client cannot be made of is said at once, and nothing secret with it', () => {
  expect(() => clientFor({ surface: 'invoke-agent', parameters: { region: 'eu-north-1' } })).toThrow('"agentId"');
  expect(() => clientFor({ surface: 'elsewhere' })).toThrow('There is no surface "elsewhere"');
  expect(() => clientFor({ credentials: { type: 'bearerToken', token: secretAccessKey } })).toThrow(
    'Amazon Bedrock Agents takes credentials of type "awsKeys", not "bearerToken".',
  );
});

test.each([true, false])('an exception in the answer is an error without a status, streamed: %s', async (stream) => {
  const exception = fakeException('throttlingException', `slow ${secretAccessKey}`);
  answer = (response) => begin(response).end(Buffer.concat([chunk, exception]));
  await expect(ask(stream)).rejects.toMatchObject({
    name: 'ProviderError',
    code: 'ThrottlingException',
    status: undefined,
    retryable: true,
    message: expect.not.stringContaining(secretAccessKey),
  });
});

test.each([
  ['is cut off within a frame', chunk.subarray(0, 20)],
  ['has no event', Buffer.alloc(0)],
])('an answer that %s is none', async (_, bytes) => {
  answer = (response) => begin(response).end(bytes);
  await expect(ask(false)).rejects.toMatchObject({ name: 'WireError' });
});

test('an answer that hangs ends with the caller’s patience, or with time', async () => {
  const controller = new AbortController();
  answer = (response) => {
    begin(response).write(chunk, () => controller.abort());
  };
  await expect(ask(true, {}, controller.signal)).rejects.toMatchObject({ name: 'AbortedError' });
  answer = (response) => begin(response).flushHeaders();
  await expect(ask(true, { timeout: 30 })).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(asked).toHaveLength(2);
});
