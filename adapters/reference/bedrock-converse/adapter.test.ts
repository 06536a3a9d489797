/** The whole adapter over a server at loopback: what is sent, what comes back, what is thrown. */
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChatOptions, ClientSettings } from '../../../spec/contract/index.ts';
import {
  callInMode,
  type FakeServer,
  failureOf,
  fakeEvent,
  fakeException,
  fakeServer,
} from '../shared/fake-provider.ts';
import { adapter } from './adapter.ts';

let server: FakeServer;
beforeAll(async () => {
  server = await fakeServer();
});
afterAll(() => server.close());

const secret = 'callers-secret-key';
const question = 'A question that nobody else may read.';

const modes = ['complete', 'stream'] as const;
type Mode = (typeof modes)[number];
const whole = {
  output: { message: { role: 'assistant', content: [{ text: 'Hi.' }] } },
  stopReason: 'end_turn',
  usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 },
};
const frames = [
  fakeEvent('messageStart', { role: 'assistant' }),
  fakeEvent('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'Hi.' } }),
  fakeEvent('contentBlockStop', { contentBlockIndex: 0 }),
  fakeEvent('messageStop', { stopReason: 'end_turn' }),
  fakeEvent('metadata', { usage: whole.usage }),
];
const streaming = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' });
const answering: Record<Mode, (response: ServerResponse) => void> = {
  complete: (response) => response.setHeader('content-type', 'application/json').end(JSON.stringify(whole)),
  stream: (response) => streaming(response).end(Buffer.concat(frames)),
};
async function ask(mode: Mode, over: Partial<ClientSettings> = {}, options: ChatOptions = {}) {
  const client = adapter.createClient({
    baseUrl: server.baseUrl,
    model: 'amazon.nova-2-lite-v1:0',
    credentials: { type: 'awsKeys', accessKeyId: 'CALLERSKEY', secretAccessKey: secret },
    parameters: { region: 'eu-north-1' },
    maxOutputTokens: 10,
    timeout: 5000,
    wait: async () => {},
    ...over,
  });
  const messages = [{ role: 'user' as const, contents: [{ type: 'text' as const, text: question }] }];
  try {
    return await callInMode(mode, client, messages, options);
  } finally {
    await client.close();
  }
}

/** What the call ends with; its words must not show the key or the question. */
const failure = (call: Promise<unknown>) => failureOf(call, secret, question);

test.each(modes)('%s: one request, one answer, warnings with it', async (mode) => {
  server.serve(answering[mode]);
  expect(await ask(mode, {}, { store: true, modelId: 'a/b:1' })).toMatchObject({
    messages: [{ role: 'assistant', contents: [{ type: 'text', text: 'Hi.' }] }],
    finishReason: 'stop',
    usage: { inputTokens: 3, outputTokens: 2 },
    warnings: [{ code: 'unsupported-setting' }],
  });
  const url = `/model/a%2Fb%3A1/converse${mode === 'stream' ? '-stream' : ''}`;
  expect(server.asked).toMatchObject([
    { line: `POST ${url}`, body: { messages: [{ role: 'user', content: [{ text: question }] }] } },
  ]);
});

test.each(modes)('%s: what the provider refuses is its error', async (mode) => {
  server.serve((response) =>
    response
      .writeHead(400, { 'content-type': 'application/json', 'x-amzn-errortype': 'ValidationException' })
      .end(JSON.stringify({ message: `no ${secret}` })),
  );
  expect(await failure(ask(mode))).toMatchObject({ name: 'ProviderError', status: 400, code: 'ValidationException' });
  expect(server.asked).toHaveLength(1);
});

test('an exception in the midst of a stream is the provider’s error, without status', async () => {
  server.serve((response) =>
    streaming(response).end(Buffer.concat([...frames.slice(0, 2), fakeException('throttlingException', 'slow')])),
  );
  const error = await failure(ask('stream'));
  expect(error).toMatchObject({
    name: 'ProviderError',
    code: 'ThrottlingException',
    status: undefined,
    retryable: true,
  });
});

test.each<[string, Buffer]>([
  ['without an end', Buffer.concat(frames.slice(0, 3))],
  ['cut inside a frame', Buffer.concat(frames).subarray(0, -2)],
  ['that is none', Buffer.from('<html>nothing to see here, move on please</html>')],
])('a stream %s is a WireError', async (_, bytes) => {
  server.serve((response) => streaming(response).end(bytes));
  expect(await failure(ask('stream'))).toMatchObject({ name: 'WireError' });
});
