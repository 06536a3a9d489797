/** A client of an SDK of AWS against a server at loopback: what reaches it, and where nobody looks. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { BedrockRuntimeClient, ConverseCommand, ConverseStreamCommand } from '@aws-sdk/client-bedrock-runtime';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ClientSettings, Credentials } from '../../../spec/contract/index.ts';
import { awsClientConfig, bedrock, giveEventsAsWritten, keepingAnswer, withBody, withoutSurroundings } from './aws.ts';
import { fakeEvent, fakeException, fakeFrame } from './fake-provider.ts';

let server: Server;
let baseUrl: string;
let answer: (response: ServerResponse) => void;
let asked: { readonly request: IncomingMessage; readonly body: string }[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    asked.push({ request, body: await text(request) });
    answer(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const keys = { type: 'awsKeys', accessKeyId: 'CALLERSKEY', secretAccessKey: 'callers-secret' } as const;

function clientFor(credentials: Credentials, parameters: Record<string, string> = { region: 'eu-north-1' }) {
  const inUse = { secret: '' };
  const settings: ClientSettings = {
    baseUrl,
    model: 'm',
    credentials,
    parameters,
    maxOutputTokens: 1,
    timeout: 1000,
    wait: async () => {},
  };
  return { client: withoutSurroundings(new BedrockRuntimeClient(awsClientConfig(settings, inUse))), inUse };
}

async function ask(credentials: Credentials = keys) {
  const { client, inUse } = clientFor(credentials);
  const command = withBody(new ConverseCommand({ modelId: 'a:0' }), { messages: [], unknownToTheSdk: 1 });
  const kept = keepingAnswer(command);
  try {
    await client.send(command);
    return kept.json();
  } catch (error) {
    throw bedrock.contractError(error, 'sending', inUse.secret);
  } finally {
    client.destroy();
  }
}

/** The SDK's own list of files whose content is known counts who looks one up. */
const file = join(tmpdir(), 'aws-files-that-nobody-reads');
let lookups = 0;
const { externalDataInterceptor }: { readonly externalDataInterceptor: { getFileRecord(): object } } = createRequire(
  import.meta.url,
)('@smithy/core/config');
Object.defineProperty(externalDataInterceptor.getFileRecord(), file, {
  configurable: true,
  get: () => {
    lookups += 1;
    return Promise.resolve('[default]\nregion = of-a-file\n');
  },
});

/** Everything by which the environment could have a say. */
const environmentSetups = {
  AWS_ACCESS_KEY_ID: 'SOMEBODYSKEY',
  AWS_SECRET_ACCESS_KEY: 'somebodys',
  AWS_SESSION_TOKEN: 'somebodys-session',
  AWS_BEARER_TOKEN_BEDROCK: 'somebodys-token',
  AWS_REGION: 'of-the-environment',
  AWS_DEFAULT_REGION: 'of-the-environment',
  AWS_PROFILE: 'somebodys',
  AWS_CONFIG_FILE: file,
  AWS_SHARED_CREDENTIALS_FILE: file,
  AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
  AWS_ENDPOINT_URL_BEDROCK_RUNTIME: 'http://127.0.0.1:9',
  AWS_EC2_METADATA_SERVICE_ENDPOINT: 'http://127.0.0.1:9',
  AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://127.0.0.1:9',
  AWS_AUTH_SCHEME_PREFERENCE: 'httpBearerAuth',
  AWS_DEFAULTS_MODE: 'auto',
  AWS_MAX_ATTEMPTS: '5',
  AWS_USE_FIPS_ENDPOINT: 'true',
  AWS_SDK_UA_APP_ID: 'leak-of-app',
  AWS_EXECUTION_ENV: 'leak-of-place',
  AWS_LAMBDA_FUNCTION_NAME: 'leak-of-function',
  _X_AMZN_TRACE_ID: 'leak-of-trace',
};

beforeEach(() => {
  asked = [];
  answer = (response) => response.setHeader('content-type', 'application/json').end('{"output":{"new":1}}');
});

test('nothing comes from environment, configuration files or metadata service', async () => {
  for (const [name, value] of Object.entries(environmentSetups)) vi.stubEnv(name, value);
  try {
    expect(await ask()).toEqual({ output: { new: 1 } });
  } finally {
    vi.unstubAllEnvs();
  }
  expect(lookups).toBe(0);
  expect(asked).toHaveLength(1);
  const [{ request, body }] = asked as [(typeof asked)[number]];
  expect(request.headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=CALLERSKEY\/\d{8}\/eu-north-1\/bedrock\//,
  );
  expect(request.headers).not.toHaveProperty('x-amz-security-token');
  expect(JSON.stringify(request.headers)).not.toMatch(/leak|somebody/i);
  expect([request.url, body]).toEqual(['/model/a%3A0/converse', '{"messages":[],"unknownToTheSdk":1}']);
});

test.each<[string, Credentials]>([
  ['a bearer token', { type: 'bearerToken', token: 'token-of-caller' }],
  ['a key of the API', { type: 'apiKey', apiKey: 'token-of-caller' }],
  ['what a provider of tokens gives', { type: 'tokenProvider', getToken: async () => 'token-of-caller' }],
])('%s goes out as one', async (_, credentials) => {
  await ask(credentials);
  expect(asked[0]?.request.headers.authorization).toBe('Bearer token-of-caller');
});

test('a token is never used again', async () => {
  let given = 0;
  const { client } = clientFor({ type: 'tokenProvider', getToken: async () => `token-${++given}` });
  for (const _ of [1, 2]) await client.send(withBody(new ConverseCommand({ modelId: 'm' }), {}));
  client.destroy();
  const [first, second] = asked.map(({ request }) => request.headers.authorization);
  expect([first, second]).toEqual([expect.stringMatching(/^Bearer token-/), expect.stringMatching(/^Bearer token-/)]);
  expect(second).not.toBe(first);
});

test('what cannot be sent is refused at once, and not shown', () => {
  for (const credentials of [
    { type: 'awsKeys', accessKeyId: '', secretAccessKey: 'x' },
    { type: 'awsKeys', accessKeyId: 'a', secretAccessKey: '' },
    { type: 'awsKeys', accessKeyId: 'a', secretAccessKey: 'x', sessionToken: 'line\nbreak' },
    { type: 'bearerToken', token: 'line\nbreak' },
  ] as const) {
    expect(() => clientFor(credentials)).toThrow(/^The credentials (are empty|have characters)/);
  }
  expect(() => clientFor(keys, {})).toThrow('"region"');
});

test.each<[number, Record<string, string>, string, object]>([
  [
    429,
    { 'x-amzn-errortype': 'ThrottlingException:http://x/', 'retry-after': '2' },
    '{"message":"slow"}',
    { code: 'ThrottlingException', retryable: true, retryAfter: 2000 },
  ],
  [
    400,
    { 'x-amzn-errortype': 'ValidationException', 'x-amzn-requestid': 'r-1' },
    '{"message":"no callers-secret"}',
    { code: 'ValidationException', retryable: false, requestId: 'r-1' },
  ],
  [403, { 'x-amzn-errortype': 'NewException' }, '{"message":"no"}', { code: 'NewException', retryable: false }],
  [400, {}, '{"message":"no"}', { code: undefined, retryable: false }],
  [502, {}, '<html>bad gateway</html>', { code: undefined, retryable: true }],
])('status %s %j is an error of the provider', async (status, headers, body, expected) => {
  answer = (response) => response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  const error = await ask().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'ProviderError', status, ...expected });
  expect((error as Error).message).not.toMatch(/callers-secret|<html|Unexpected token|Deserialization/);
  expect(asked).toHaveLength(1);
});

test('no connection may be tried again; an answer that breaks off is another thing', async () => {
  answer = (response) => response.destroy();
  expect(await ask().catch((e) => e)).toMatchObject({ name: 'ProviderError', status: undefined, retryable: true });
  answer = (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '99' });
    response.write('{"out', () => response.destroy());
  };
  expect(await ask().catch((e) => e)).toMatchObject({ name: 'WireError' });
  answer = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
  expect(await ask().catch((e) => e)).toMatchObject({ name: 'WireError' });
});

// Event streams through the SDK's decoder: what its version does not know is not lost, and what fails is named.

/** What a client gives for bytes that come in chunks of a size, and what it throws in the end. */
async function read(bytes: Uint8Array, size = 7): Promise<{ events: unknown[]; error?: unknown }> {
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.slice(i * size, (i + 1) * size),
  );
  const headers = { 'content-type': 'application/vnd.amazon.eventstream' };
  const response = { statusCode: 200, headers, body: Readable.from(chunks) };
  const client = new BedrockRuntimeClient({
    region: 'eu-north-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 's' },
    requestHandler: { handle: async () => ({ response }) },
    maxAttempts: 1,
  });
  giveEventsAsWritten(client);
  const events: unknown[] = [];
  try {
    const { stream = [] } = await client.send(new ConverseStreamCommand({ modelId: 'm' }));
    for await (const piece of stream) events.push(piece);
  } catch (thrown) {
    return { events, error: bedrock.contractError(thrown, 'reading') };
  }
  return { events };
}

const start = fakeEvent('messageStart', { role: 'assistant', p: 'abc' });

test.each([1, 7, 1000])(
  'events and members that the SDK does not know are given, in chunks of %s bytes',
  async (size) => {
    const bytes = Buffer.concat([start, fakeEvent('messageNew', { n: 1e22, text: '❄' })]);
    expect(await read(bytes, size)).toEqual({
      events: [{ messageStart: { role: 'assistant', p: 'abc' } }, { messageNew: { n: 1e22, text: '❄' } }],
    });
  },
);

test.each<[string, Uint8Array, object]>([
  [
    'an exception of the model',
    fakeException('throttlingException', 'slow'),
    {
      name: 'ProviderError',
      code: 'ThrottlingException',
      status: undefined,
      retryable: true,
      message: expect.stringMatching(/: slow$/),
    },
  ],
  [
    'an exception that the SDK does not know',
    fakeException('newException', 'odd'),
    { name: 'ProviderError', code: 'NewException', retryable: false, message: expect.stringMatching(/: odd$/) },
  ],
  [
    'an error beside the model',
    fakeFrame({ ':message-type': 'error', ':error-code': 'InternalFailure', ':error-message': 'gone' }, ''),
    { name: 'ProviderError', code: 'InternalFailure', message: expect.stringMatching(/: gone$/) },
  ],
  [
    'a payload that is no JSON',
    fakeFrame({ ':message-type': 'event', ':event-type': 'messageStop' }, '{"stop'),
    { name: 'WireError' },
  ],
  ['a frame that is cut off', start.slice(0, -3), { name: 'WireError' }],
  [
    'a checksum that does not hold',
    Uint8Array.from(start, (byte, i) => (i === start.length - 6 ? byte ^ 1 : byte)),
    { name: 'WireError' },
  ],
])('%s ends the stream with an error of the contract', async (_, last, expected) => {
  const { events, error } = await read(Buffer.concat([start, last]));
  expect(events).toHaveLength(1);
  expect(error).toMatchObject(expected);
});
