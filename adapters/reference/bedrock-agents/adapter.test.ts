/** The whole adapter against a server at loopback: what is sent, what comes back, what is thrown. */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChatMessage, ChatOptions, ClientSettings, Tool } from '../../../spec/contract/index.ts';
import { callInMode, type FakeServer, fakeEvent, fakeException, fakeServer } from '../shared/fake-provider.ts';
import { adapter } from './adapter.ts';

describe('client', () => {
  let server: FakeServer;
  beforeAll(async () => {
    server = await fakeServer();
  });
  afterAll(() => server.close());

  const begin = (response: ServerResponse, headers: Record<string, string> = {}) =>
    response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream', ...headers });

  const chunk = fakeEvent('chunk', { bytes: Buffer.from('Hi.').toString('base64') });

  beforeEach(() => {
    const session = { 'x-amz-bedrock-agent-session-id': 'named-by-the-service' };
    server.serveBy(() => (response) => begin(response, session).end(chunk));
  });

  const secretAccessKey = 'secret-of-the-caller';
  const messages: ChatMessage[] = [{ role: 'user', contents: [{ type: 'text', text: 'Hello' }] }];

  function clientFor(more: Partial<ClientSettings> = {}) {
    return adapter.createClient({
      baseUrl: server.baseUrl,
      model: 'm',
      credentials: { type: 'awsKeys', accessKeyId: 'KEYOFTHECALLER', secretAccessKey },
      parameters: { region: 'eu-north-1', agentId: 'AGENT', agentAliasId: 'ALIAS' },
      maxOutputTokens: 1,
      timeout: 5000,
      wait: async () => {},
      ...more,
    });
  }

  async function ask(stream: boolean, more: Partial<ClientSettings> = {}) {
    const client = clientFor(more);
    try {
      return await callInMode(stream ? 'stream' : 'complete', client, messages);
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
    const [one, two, three] = server.asked.map(({ line }) => line.slice('POST '.length));
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
    expect(server.asked[0]?.body).toEqual({
      foundationModel: 'm',
      inputText: 'Hello',
      ...(stream ? { streamingConfigurations: { streamFinalResponse: true } } : {}),
    });
    expect(server.asked[0]?.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=KEYOFTHECALLER\/\d{8}\/eu-north-1\/bedrock\//,
    );
  });

  test('an agent that exists is invoked under its names', async () => {
    await ask(false, { surface: 'invoke-agent' });
    expect(server.asked[0]?.line).toMatch(/^POST \/agents\/AGENT\/agentAliases\/ALIAS\/sessions\/[\da-f-]{36}\/text$/);
    expect(server.asked[0]?.body).toEqual({ inputText: 'Hello' });
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
    server.serve((response) => begin(response).end(Buffer.concat([chunk, exception])));
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
    server.serve((response) => begin(response).end(bytes));
    await expect(ask(false)).rejects.toMatchObject({ name: 'WireError' });
  });
});

// Tools that are declared on the draft of an agent: both services at loopback, and what each is asked.

describe('draft', () => {
  let server: Server;
  let home: string;
  let asked: { readonly line: string; readonly body: unknown }[] = [];
  /** What the control plane answers, by what it is asked; else that all is well. */
  let answers: Record<string, [status: number, body: object]> = {};
  let made = 0;

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const body = await text(request);
      const { pathname } = new URL(request.url ?? '', home);
      const isData = pathname.startsWith('/data');
      const line = isData
        ? `ask ${pathname.split('/')[5]}`
        : `${request.method} ${pathname.split('/')[6] ?? ''}`.trim();
      asked.push({ line, body: body === '' ? undefined : JSON.parse(body) });
      if (isData) {
        response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' });
        response.end(fakeEvent('chunk', { bytes: Buffer.from('Hi.').toString('base64') }));
        return;
      }
      const [status, answer] = answers[line] ?? [200, usual(line)];
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    asked = [];
    answers = {};
    made = 0;
  });

  function usual(line: string): object {
    if (line.startsWith('PUT')) {
      made += 1;
      return { agentActionGroup: { actionGroupId: `G${made}` } };
    }
    return line === 'POST' ? { agentStatus: 'PREPARED' } : { agent: { agentStatus: 'PREPARED' } };
  }

  const messages: ChatMessage[] = [{ role: 'user', contents: [{ type: 'text', text: 'Hello' }] }];
  const functionTool = (name: string): Tool => ({
    type: 'function',
    name,
    parameters: { type: 'object', properties: {} },
  });

  const clientFor = (wait: () => Promise<void> = async () => {}) =>
    adapter.createClient({
      baseUrl: `${home}/data`,
      endpoints: { control: home },
      surface: 'invoke-agent',
      model: 'm',
      credentials: { type: 'awsKeys', accessKeyId: 'KEYOFTHECALLER', secretAccessKey: 'secret-of-the-caller' },
      parameters: { region: 'eu-north-1', agentId: 'AGENT', agentAliasId: 'ALIAS' },
      maxOutputTokens: 1,
      timeout: 5000,
      wait,
    });

  /** Calls one after the other, all in one conversation. */
  async function converse(...calls: ChatOptions[]): Promise<string[]> {
    const client = clientFor();
    let conversationId: string | undefined;
    for (const options of calls) {
      const response = await client.getResponse(messages, conversationId ? { ...options, conversationId } : options);
      conversationId = response.conversationId;
    }
    await client.close();
    return asked.map(({ line }) => line);
  }

  test('what a call declares takes the place of what was declared before, and is declared once', async () => {
    const [f, g]: ChatOptions[] = [{ tools: [functionTool('f')] }, { tools: [functionTool('g')] }];
    expect(await converse(f ?? {}, f ?? {}, g ?? {}, {})).toEqual([
      ...['PUT', 'POST', 'ask TSTALIASID'],
      'ask TSTALIASID',
      ...['DELETE G1', 'PUT', 'POST', 'ask TSTALIASID'],
      // The session is the draft's, and no other alias knows it.
      ...['DELETE G2', 'POST', 'ask TSTALIASID'],
    ]);
  });

  test('without tools nothing is declared, and the caller’s own alias is asked', async () => {
    expect(await converse({}, {})).toEqual(['ask ALIAS', 'ask ALIAS']);
  });

  test('what is raw is sent as it is, all else as enabled, and everything is taken away at the end', async () => {
    const raw = { actionGroupName: 'ask-back', parentActionGroupSignature: 'AMAZON.UserInput', unknownToTheSdk: 1 };
    const tools: Tool[] = [
      { type: 'code-interpreter' },
      { type: 'raw', providerApi: 'bedrock-agents', declaration: raw },
    ];
    answers = { 'DELETE G1': [404, { message: 'gone' }] };
    expect(await converse({ tools })).toEqual([
      'PUT',
      'PUT',
      'POST',
      'ask TSTALIASID',
      'DELETE G1',
      'DELETE G2',
      'POST',
    ]);
    const code = { actionGroupName: 'code-interpreter', parentActionGroupSignature: 'AMAZON.CodeInterpreter' };
    expect(asked.slice(0, 2).map(({ body }) => body)).toEqual([{ ...code, actionGroupState: 'ENABLED' }, raw]);
    expect(asked[3]?.body).toEqual({ inputText: 'Hello', enableTrace: true });
  });

  test('what cannot be deleted keeps nothing else from being deleted, and is said', async () => {
    const client = clientFor();
    await client.getResponse(messages, { tools: [functionTool('f'), { type: 'shell' }] });
    asked = [];
    answers = { 'DELETE G1': [409, { message: 'in use' }] };
    await expect(client.close()).rejects.toMatchObject({ name: 'ProviderError', status: 409 });
    expect(asked.map(({ line }) => line)).toEqual(['DELETE G1', 'DELETE G2', 'POST']);
  });

  test('calls at once take turns: the same is declared once', async () => {
    const client = clientFor();
    const options = { tools: [functionTool('f')] };
    await Promise.all([client.getResponse(messages, options), client.getResponse(messages, options)]);
    expect(asked.filter(({ line }) => line === 'PUT')).toHaveLength(1);
    await client.close();
  });

  test('who waits for an agent to be prepared may give up', async () => {
    const controller = new AbortController();
    answers = { POST: [202, { agentStatus: 'PREPARING' }], GET: [200, { agent: { agentStatus: 'PREPARING' } }] };
    let looks = 0;
    const client = clientFor(async () => {
      looks += 1;
      if (looks === 3) controller.abort();
    });
    const call = client.getResponse(messages, { tools: [functionTool('f')] }, { signal: controller.signal });
    await expect(call).rejects.toMatchObject({ name: 'AbortedError' });
    answers = {};
    await client.close();
    // While it is being prepared, an agent takes no changes.
    expect(asked.map(({ line }) => line)).toEqual(['PUT', 'POST', 'GET', 'GET', 'GET', 'DELETE G1', 'POST']);
  });

  test.each([
    ['PUT', [200, {}]],
    ['POST', [200, {}]],
  ] as const)('an answer to %s that does not say what it must is none', async (line, answer) => {
    answers = { [line]: [...answer] };
    const client = clientFor();
    await expect(client.getResponse(messages, { tools: [functionTool('f')] })).rejects.toMatchObject({
      name: 'WireError',
    });
    expect(asked.some((each) => each.line.startsWith('ask'))).toBe(false);
    answers = {};
    await client.close();
  });
});
