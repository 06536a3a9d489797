import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { ChatMessage, ClientSettings } from '../../../spec/contract/index.ts';
import { adapter } from './adapter.ts';

const messages: ChatMessage[] = [{ role: 'user', contents: [{ type: 'text', text: 'Hello' }] }];

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});
afterAll(() => adapter.process?.stop());

/** A client of a provider that answers in this way. */
async function clientOf(answer: RequestListener, over: Partial<ClientSettings> = {}) {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return adapter.createClient({
    baseUrl: `http://127.0.0.1:${port}`,
    model: 'm',
    credentials: { type: 'apiKey', apiKey: 'k' },
    maxOutputTokens: 10,
    timeout: 5_000,
    wait: async () => {},
    ...over,
  });
}

async function thrownBy(answer: RequestListener, mode: 'complete' | 'stream', over: Partial<ClientSettings> = {}) {
  const client = await clientOf(answer, over);
  try {
    if (mode === 'complete') await client.getResponse(messages);
    else for await (const _ of client.getStreamingResponse(messages)) expect(_.contents).toBeInstanceOf(Array);
  } catch (error) {
    return error;
  }
  return expect.unreachable('nothing was thrown');
}

const overloaded: RequestListener = (_, response) =>
  response
    .writeHead(529, { 'request-id': 'req_1', 'retry-after': '2' })
    .end('{"type":"error","error":{"type":"overloaded_error","message":"busy"}}');
const page: RequestListener = (_, response) => response.writeHead(502).end('<html>');
const garbled: RequestListener = (_, response) => response.end('{"content"');
const torn: RequestListener = (_, response) =>
  response.end('data: {"type":"message_start","message":{"id":"m","content":[],"usage":{}}}\n\n');
const broken: RequestListener = (_, response) =>
  response.end('data: {"type":"error","error":{"type":"api_error","message":"lost"}}\n\n');

test.for([
  [
    'an error, in full',
    overloaded,
    'complete',
    {
      name: 'ProviderError',
      status: 529,
      code: 'overloaded_error',
      requestId: 'req_1',
      retryAfter: 2000,
      retryable: true,
    },
  ],
  ['an error where a stream was asked for', overloaded, 'stream', { name: 'ProviderError', status: 529 }],
  ['an error that is no JSON', page, 'complete', { name: 'ProviderError', status: 502, retryable: true }],
  ['an answer that is no JSON', garbled, 'complete', { name: 'WireError' }],
  ['a stream that ends too early', torn, 'stream', { name: 'WireError' }],
  ['an error within a stream', broken, 'stream', { name: 'ProviderError', code: 'api_error', retryable: true }],
] as const)('%s', async ([, answer, mode, expected]) => {
  expect(await thrownBy(answer, mode)).toMatchObject(expected);
});

test('no answer in time, and nobody there', async () => {
  expect(await thrownBy(() => {}, 'complete', { timeout: 50 })).toMatchObject({ name: 'TimeoutError' });
  const dripping: RequestListener = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    // Every byte is in time, and the answer is not.
    const timer = setInterval(() => response.write(' '), 10);
    response.once('close', () => clearInterval(timer));
  };
  expect(await thrownBy(dripping, 'complete', { timeout: 100 })).toMatchObject({ name: 'TimeoutError' });
  const nobody = { baseUrl: 'http://127.0.0.1:1' };
  expect(await thrownBy(() => {}, 'stream', nobody)).toMatchObject({ name: 'ProviderError', retryable: true });
});

test('a call that is aborted while it waits ends at once, and the connection with it', async () => {
  const ending = new AbortController();
  const gone = Promise.withResolvers<void>();
  const client = await clientOf((request) => {
    request.socket.once('close', () => gone.resolve());
    ending.abort();
  });
  await expect(client.getResponse(messages, {}, { signal: ending.signal })).rejects.toMatchObject({
    name: 'AbortedError',
  });
  await gone.promise;
});
