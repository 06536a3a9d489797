/** The whole bridge over a server at loopback: what is sent, what comes back, what is thrown. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import { type ClientSettings, type Content, foldUpdates } from '../../../spec/contract/index.ts';
import { settings as common, question, streamed, thrown, updatesOf } from '../shared/fake-responses.ts';
import { createClient } from './adapter.ts';

type Answer = (response: ServerResponse) => void;

let server: Server;
let baseUrl: string;
let answers: Answer[] = [];
let asked: { readonly url: string | undefined; readonly headers: IncomingHttpHeaders; readonly body: JsonObject }[] =
  [];
const secret = 'secret-of-the-test';

beforeAll(async () => {
  server = createServer(async (request, response) => {
    if (request.url?.startsWith('/never/')) return;
    asked.push({ url: request.url, headers: request.headers, body: JSON.parse(await text(request)) });
    answers.shift()?.(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  answers = [];
  asked = [];
});

const client = (over: Partial<ClientSettings> = {}) =>
  createClient('langchain-bedrock-converse', {
    ...common,
    baseUrl,
    model: 'amazon.nova-2-lite-v1:0',
    credentials: { type: 'awsKeys', accessKeyId: 'CALLERSKEY', secretAccessKey: secret },
    parameters: { region: 'eu-north-1' },
    ...over,
  });

const usage = { inputTokens: 3, outputTokens: 2, totalTokens: 5 };
const message = (...content: JsonObject[]): Answer => whole({ output: { message: { role: 'assistant', content } } });
const whole =
  (body: JsonObject): Answer =>
  (response) =>
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ stopReason: 'end_turn', usage, ...body }));
const refusal =
  (status: number, type: string, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': type, ...headers })
      .end(JSON.stringify({ message: `about ${type} and ${secret}` }));
const page: Answer = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in</p>');

/** Source: Smithy, "Amazon Event Stream Specification". */
function frame(headers: Readonly<Record<string, string>>, payload: JsonObject): Buffer {
  const listed = Object.entries(headers).map(([name, value]) =>
    Buffer.concat([
      Buffer.from([name.length]),
      Buffer.from(name),
      Buffer.from([7, 0, value.length]),
      Buffer.from(value),
    ]),
  );
  const body = Buffer.from(JSON.stringify(payload));
  const length = Buffer.concat(listed).length;
  const lengths = Buffer.concat([uint32(16 + length + body.length), uint32(length)]);
  const checked = Buffer.concat([lengths, uint32(crc32(lengths)), ...listed, body]);
  return Buffer.concat([checked, uint32(crc32(checked))]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

const event = ([type, payload]: readonly [string, JsonObject]) =>
  frame({ ':message-type': 'event', ':event-type': type }, payload);
const stream =
  (...frames: Buffer[]): Answer =>
  (response) =>
    response
      .writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' })
      .end(Buffer.concat([event(['messageStart', { role: 'assistant' }]), ...frames]));
const words = (index: number, ...pieces: string[]) =>
  Buffer.concat([
    ...pieces.map((piece) => event(['contentBlockDelta', { contentBlockIndex: index, delta: { text: piece } }])),
    event(['contentBlockStop', { contentBlockIndex: index }]),
  ]);
const call = (index: number, ...pieces: string[]) =>
  Buffer.concat([
    event(['contentBlockStart', { contentBlockIndex: index, start: { toolUse: { toolUseId: 't1', name: 'f' } } }]),
    ...pieces.map((input) => event(['contentBlockDelta', { contentBlockIndex: index, delta: { toolUse: { input } } }])),
    event(['contentBlockStop', { contentBlockIndex: index }]),
  ]);
const ended = (stopReason: string) =>
  Buffer.concat([event(['messageStop', { stopReason }]), event(['metadata', { usage }])]);

describe('errors', () => {
  test('what the provider refuses is told once, with its words and without the secret', async () => {
    answers = [refusal(429, 'ThrottlingException', { 'retry-after': '7', 'x-amzn-requestid': 'r-1' })];
    const error = await thrown(client().getResponse(question));
    expect(error).toMatchObject({
      name: 'ProviderError',
      status: 429,
      code: 'ThrottlingException',
      retryable: true,
      retryAfter: 7_000,
      requestId: 'r-1',
    });
    expect(String(error)).toContain('about ThrottlingException');
    expect(String(error)).not.toContain(secret);
    answers = [refusal(400, 'ValidationException')];
    expect(await thrown(streamed(client()))).toMatchObject({ status: 400, retryable: false });
    expect(asked).toHaveLength(2);
  });

  test('an exception in the midst of a stream has no status, known to the SDK or not', async () => {
    for (const type of ['throttlingException', 'exceptionOfTomorrow']) {
      const headers = { ':message-type': 'exception', ':exception-type': type };
      answers = [stream(words(0, 'Half'), frame(headers, { message: 'slow' }))];
      const error = await thrown(streamed(client()));
      const code = type.replace(/^./, (letter) => letter.toUpperCase());
      expect(error).toMatchObject({ name: 'ProviderError', code, retryable: type === 'throttlingException' });
      expect(error).toHaveProperty('status', undefined);
    }
  });

  test('a stream that breaks off has no end, and an answer that is none is a WireError', async () => {
    answers = [stream(words(0, 'Half')), page];
    expect(await streamed(client())).not.toHaveProperty('finishReason');
    const unreadable = await thrown(client().getResponse(question));
    expect(unreadable).toMatchObject({ name: 'WireError' });
    expect(String(unreadable)).toContain('text/html');
    expect(String(unreadable)).not.toContain('Sign in');
  });

  test('time and abort have errors of their own; no connection may be tried again', async () => {
    const never = { baseUrl: `${baseUrl}/never`, timeout: 1 };
    expect(await thrown(client(never).getResponse(question))).toMatchObject({ name: 'TimeoutError' });
    expect(await thrown(streamed(client(never)))).toMatchObject({ name: 'TimeoutError' });
    answers = [(response) => response.destroy()];
    expect(await thrown(client().getResponse(question))).toMatchObject({ name: 'ProviderError', retryable: true });
    const signal = AbortSignal.abort();
    expect(await thrown(client().getResponse(question, {}, { signal }))).toMatchObject({ name: 'AbortedError' });
  });

  test('what the library refuses was not sent', async () => {
    const contents: Content[] = [{ type: 'data', mediaType: 'image/tiff', data: 'AAAA' }];
    const error = { name: 'ProviderError', code: 'invalid_request_error', status: undefined };
    expect(await thrown(client().getResponse([{ role: 'user', contents }]))).toMatchObject(error);
    expect(asked).toEqual([]);
  });
});

describe('who calls', () => {
  test('keys sign for the region, and nothing comes from the environment', async () => {
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_BEARER_TOKEN_BEDROCK', 'AWS_REGION']) {
      vi.stubEnv(name, 'of-the-environment');
    }
    vi.stubEnv('BEDROCK_AWS_ACCESS_KEY_ID', 'of-the-environment');
    vi.stubEnv('BEDROCK_AWS_SECRET_ACCESS_KEY', 'of-the-environment');
    answers = [message({ text: 'Hello' })];
    await client().getResponse(question, { modelId: 'a/b:1' });
    vi.unstubAllEnvs();
    expect(asked[0]?.url).toBe('/model/a%2Fb%3A1/converse');
    expect(asked[0]?.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=CALLERSKEY\/\d{8}\/eu-north-1\/bedrock\//,
    );
    expect(JSON.stringify(asked[0]?.headers)).not.toContain('of-the-environment');
  });

  test.each([
    [{ type: 'bearerToken', token: 'of-caller' }],
    [{ type: 'apiKey', apiKey: 'of-caller' }],
    [{ type: 'tokenProvider', getToken: async () => 'of-caller' }],
  ] as const)('%o goes out as a token', async (credentials) => {
    answers = [message({ text: 'Hello' })];
    await client({ credentials }).getResponse(question);
    expect(asked[0]?.headers.authorization).toBe(`Bearer ${'of-caller'}`);
  });

  test('a function that fails is told without what it said, and nothing is sent', async () => {
    const getToken = async () => {
      throw new Error('secret words');
    };
    const error = await thrown(client({ credentials: { type: 'tokenProvider', getToken } }).getResponse(question));
    expect(error).toMatchObject({ name: 'ProviderError', code: 'authentication_error' });
    expect(String(error)).not.toContain('secret words');
    expect(asked).toEqual([]);
  });

  test('settings that cannot be used are refused at once', () => {
    const empty = { type: 'awsKeys', accessKeyId: 'a', secretAccessKey: '' } as const;
    expect(() => client({ credentials: empty })).toThrow(TypeError);
    expect(() => client({ credentials: { type: 'bearerToken', token: 'two\nlines' } })).toThrow(TypeError);
    expect(() => client({ baseUrl: 'nowhere' })).toThrow('"nowhere"');
    expect(() => client({ surface: 'gamma' })).toThrow('"gamma"');
    expect(() => client({ parameters: {} })).toThrow('"region"');
  });
});

test('what the library cannot declare is refused before anything is sent', async () => {
  for (const tool of [{ type: 'code-interpreter' }, { type: 'web-search' }] as const) {
    const error = { name: 'UnsupportedToolError', tool: tool.type, adapter: 'langchain-bedrock-converse' };
    expect(await thrown(client().getResponse(question, { tools: [tool] }))).toMatchObject(error);
    expect(await thrown(streamed(client(), { tools: [tool] }))).toMatchObject(error);
  }
  const declaration = { systemTool: { name: 'nova_grounding' } };
  const raw = { type: 'raw', providerApi: 'bedrock-converse', declaration } as const;
  expect(await thrown(client().getResponse(question, { tools: [raw] }))).toMatchObject({
    name: 'ProviderError',
    message: expect.stringContaining('Invalid tool passed'),
  });
  expect(asked).toEqual([]);
});

test('a patch is merged into the body, which is signed as it goes out', async () => {
  answers = [message({ text: 'Hello' })];
  await client().getResponse(question, { rawRepresentation: { requestMetadata: { team: 'tides' }, later: 1 } });
  expect(asked[0]?.body).toEqual({
    messages: [{ role: 'user', content: [{ text: 'Hi' }] }],
    requestMetadata: { team: 'tides' },
    later: 1,
  });
  expect(Number(asked[0]?.headers['content-length'])).toBe(JSON.stringify(asked[0]?.body).length);
});

test('words of a stream are told as they come, a call when it is whole; both go back, and two runs say the same', async () => {
  const once = async () => {
    answers = [stream(words(0, 'Let me ', 'look.'), call(1, '{"a":', ' 1}'), ended('tool_use'))];
    return updatesOf(client(), { tools: [{ type: 'function', name: 'f', parameters: { type: 'object' } }] });
  };
  const updates = await once();
  expect(updates.flatMap(({ contents }) => contents).slice(0, 3)).toEqual([
    { type: 'text', text: 'Let me ' },
    { type: 'text', text: 'look.' },
    { type: 'function-call', callId: 't1', name: 'f', arguments: { a: 1 } },
  ]);
  expect(await once()).toEqual(updates);
  const { messages, finishReason } = foldUpdates(updates);
  expect(finishReason).toBe('tool_calls');
  answers = [message({ text: 'Cold.' })];
  await client().getResponse([
    ...question,
    ...messages,
    { role: 'tool', contents: [{ type: 'function-result', callId: 't1', result: 'Cold' }] },
  ]);
  expect(asked.at(-1)?.body.messages).toEqual([
    { role: 'user', content: [{ text: 'Hi' }] },
    {
      role: 'assistant',
      content: [{ text: 'Let me look.' }, { toolUse: { toolUseId: 't1', name: 'f', input: { a: 1 } } }],
    },
    { role: 'user', content: [{ toolResult: { toolUseId: 't1', content: [{ text: 'Cold' }] } }] },
  ]);
});

test('a picture of the model’s arrives as its bytes; documents without a name are numbered', async () => {
  const data = Buffer.from('bytes').toString('base64');
  answers = [message({ text: 'Here:' }, { image: { format: 'png', source: { bytes: data } } })];
  const paper: Content = { type: 'data', mediaType: 'text/plain', data };
  const contents: Content[] = [paper, { type: 'uri', uri: 's3://tides/log.md' }, { ...paper, name: 'tides' }];
  const { messages } = await client().getResponse([{ role: 'user', contents }]);
  expect(messages[0]?.contents[1]).toMatchObject({ type: 'data', mediaType: 'image/png', data });
  expect(asked[0]?.body.messages).toMatchObject([
    { content: ['document-1', 'document-2', 'tides'].map((name) => ({ document: { name } })) },
  ]);
});

test('an action is asked for by a call of Claude’s own tool, and answered as one', async () => {
  answers = [message({ toolUse: { toolUseId: 't1', name: 'bash', input: { command: 'ls' } } }), message({ text: '' })];
  const tools = [{ type: 'shell' }] as const;
  const { messages } = await client().getResponse(question, { tools: [...tools] });
  const actions = [{ type: 'exec', command: 'ls' }];
  expect(messages[0]?.contents).toMatchObject([{ type: 'action-call', callId: 't1', tool: 'shell', actions }]);
  const outputs = [{ type: 'text' as const, text: 'a b' }];
  await client().getResponse(
    [
      ...question,
      { role: 'assistant', contents: [{ type: 'action-call', callId: 't1', tool: 'shell', actions }] },
      { role: 'tool', contents: [{ type: 'action-result', callId: 't1', tool: 'shell', outputs, exitCode: 2 }] },
    ],
    { tools: [...tools] },
  );
  expect(asked[1]?.body).toMatchObject({
    additionalModelRequestFields: { tools: [{ type: 'bash_20250124', name: 'bash' }] },
    messages: [
      {},
      { content: [{ toolUse: { toolUseId: 't1', name: 'bash', input: { command: 'ls' } } }] },
      { content: [{ toolResult: { toolUseId: 't1', content: [{ text: 'a b' }, { text: 'exit code: 2' }] } }] },
    ],
  });
});
