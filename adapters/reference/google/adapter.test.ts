import fs from 'node:fs';
import net from 'node:net';
import { GoogleGenAI } from '@google/genai';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  type ChatMessage,
  type ChatOptions,
  type ClientSettings,
  foldUpdates,
  type Tool,
} from '../../../spec/contract/index.ts';
import { eventStream, type FakeFetch, fakeFetch, json, type PreparedAnswer } from '../shared/fake-provider.ts';
import { adapter } from './adapter.ts';

describe('client', () => {
  afterEach(() => void vi.unstubAllGlobals());

  const settings: ClientSettings = {
    baseUrl: 'https://gemini.example',
    model: 'gemini-example',
    credentials: { type: 'apiKey', apiKey: 'a-key-of-some-length' },
    maxOutputTokens: 100,
    timeout: 5000,
    wait: async () => {},
  };
  const vertex: ClientSettings = {
    ...settings,
    surface: 'vertex',
    parameters: { project: 'p', location: 'l' },
    credentials: { type: 'bearerToken', token: 'token' },
  };
  const question: ChatMessage[] = [{ role: 'user', contents: [{ type: 'text', text: 'Well?' }] }];

  function answered(...answers: PreparedAnswer[]): FakeFetch {
    const fake = fakeFetch(...answers);
    vi.stubGlobal('fetch', fake.fetch);
    return fake;
  }
  const whole = (options: ChatOptions = {}, messages = question, at = settings) =>
    adapter.createClient(at).getResponse(messages, options);
  async function streamed(options: ChatOptions = {}, messages = question) {
    const updates = [];
    for await (const update of adapter.createClient(settings).getStreamingResponse(messages, options))
      updates.push(update);
    return foldUpdates(updates);
  }
  const chunk = (parts: unknown[], more: object = {}, top: object = {}) => ({
    candidates: [{ content: { role: 'model', parts }, ...more }],
    responseId: 'r-1',
    ...top,
  });
  const events = (...chunks: unknown[]) =>
    eventStream(chunks.map((each) => `data: ${JSON.stringify(each)}\r\n\r\n`).join(''), 7);
  const stop = { finishReason: 'STOP' };

  describe('errors', () => {
    const quota = {
      error: {
        code: 429,
        message: 'no more of a-key-of-some-length',
        status: 'RESOURCE_EXHAUSTED',
        details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1.5s' }],
      },
    };
    const refused = { status: 429, code: 'RESOURCE_EXHAUSTED', retryAfter: 1500, retryable: true };

    test.each([
      ['an object', quota],
      ['a list', [quota]],
    ])('a refusal as %s says status, code and the time to wait, and not the key', async (_, body) => {
      answered(json(body, 429), json(body, 429));
      await expect(whole()).rejects.toMatchObject({ name: 'ProviderError', ...refused });
      const error = await streamed().catch((thrown: Error) => thrown);
      expect(error).toMatchObject({ name: 'ProviderError', ...refused });
      expect((error as Error).message).not.toContain('a-key-of-some-length');
    });

    test('an error inside a stream has no status, numbered or not', async () => {
      for (const code of [503, undefined]) {
        answered(events(chunk([{ text: 'I' }]), { error: { code, status: 'UNAVAILABLE', message: 'later' } }));
        const error = { name: 'ProviderError', code: 'UNAVAILABLE', status: undefined, retryable: true };
        await expect(streamed()).rejects.toMatchObject(error);
      }
    });

    test.each([
      ['ends without a reason', () => events(chunk([{ text: 'I' }]))],
      ['is torn inside an event', () => eventStream('data: {"candidates":[')],
      ['is no JSON', () => eventStream('data: <html>\n\n')],
      ['ends inside a call', () => events(chunk([{ functionCall: { name: 'f', willContinue: true } }], stop))],
    ])('a stream that %s is a WireError', async (_, answer) => {
      answered(answer());
      await expect(streamed()).rejects.toMatchObject({ name: 'WireError' });
    });
  });

  test('a stream that comes as one list is read all the same', async () => {
    answered(json([chunk([{ text: 'I ' }]), chunk([{ text: 'am.' }], stop)]));
    expect((await streamed()).messages[0]?.contents).toEqual([{ type: 'text', text: 'I am.' }]);
  });

  test('why an answer ended is told, though the SDK leaves it behind', async () => {
    const malformed = { candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'f(' }] };
    answered(json(malformed), events(malformed));
    for (const response of [await whole(), await streamed()]) {
      expect(response.finishReason).toBe('MALFORMED_FUNCTION_CALL');
      expect(response.messages[0]?.contents).toMatchObject([
        { type: 'error', message: 'f(', errorCode: 'MALFORMED_FUNCTION_CALL' },
      ]);
    }
  });

  test('offsets are bytes: words after others of several bytes are found, in both modes', async () => {
    const words = 'Måge ⛰️ is high. It is old.';
    const from = Buffer.byteLength('Måge ⛰️ is high. ');
    const metadata = {
      groundingChunks: [{ web: { uri: 'https://a.example', title: 'A' } }],
      groundingSupports: [
        { segment: { endIndex: from - 1 }, groundingChunkIndices: [0] },
        { segment: { startIndex: from, endIndex: from + 10, text: 'It is old.' }, groundingChunkIndices: [0] },
      ],
    };
    const grounded = { ...stop, groundingMetadata: metadata };
    answered(
      json(chunk([{ text: words }], grounded)),
      events(chunk([{ text: 'Måge ⛰️ is hi' }]), chunk([{ text: 'gh. It is old.' }], grounded)),
    );
    for (const response of [await whole(), await streamed()]) {
      const [text] = response.messages[0]?.contents ?? [];
      const annotations = text?.type === 'text' ? (text.annotations ?? []) : [];
      const spans = annotations.map(({ startIndex, endIndex }) => words.slice(startIndex, endIndex));
      expect(spans).toEqual(['Måge ⛰️ is high.', 'It is old.']);
    }
  });

  test('a conversation goes back as it came: signatures with their parts, ids only where there were some', async () => {
    const parts = [
      { text: 'Let me think.', thought: true },
      { functionCall: { name: 'a', args: { n: 1 } }, thoughtSignature: 'c2ln' },
      { functionCall: { name: 'b', args: {}, id: 'id-b' } },
      { executableCode: { language: 'PYTHON', code: '1' }, thoughtSignature: 'Y29kZQ==' },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
      { newKindOfPart: { x: 1 } },
      { text: 'Here.', thoughtSignature: 'dGV4dA==' },
    ];
    const fake = answered(json(chunk(parts, stop)), json(chunk([{ text: '.' }], stop)));
    const { messages } = await whole();
    const calls = messages.flatMap(({ contents }) => contents).filter((content) => content.type === 'function-call');
    const results = calls
      .toReversed()
      .map(({ callId, name }) => ({ type: 'function-result' as const, callId, result: name }));
    const stored = JSON.parse(JSON.stringify([...question, ...messages, { role: 'tool', contents: results }]));
    await whole({}, stored);
    const { contents } = (fake.requests[1]?.body ?? {}) as { contents: { parts: unknown[] }[] };
    expect(contents[1]?.parts).toEqual(parts);
    expect(contents[2]?.parts).toEqual([
      { functionResponse: { name: 'a', response: { output: 'a' } } },
      { functionResponse: { id: 'id-b', name: 'b', response: { output: 'b' } } },
    ]);
  });

  test.each([
    ['the Gemini API', settings, true],
    ['Vertex AI, which knows none', vertex, false],
  ])("calls of the API's own tools go back to %s", async (_, at, isSent) => {
    const own = [
      { toolCall: { toolType: 'GOOGLE_SEARCH_WEB', id: 's', args: { queries: ['q'] } } },
      { toolResponse: { toolType: 'GOOGLE_SEARCH_WEB', id: 's', response: {} } },
    ];
    const fake = answered(json(chunk([...own, { text: 'Here.' }], stop)), json(chunk([{ text: '.' }], stop)));
    const { messages } = await whole();
    await whole({}, [...question, ...messages], at);
    const { contents } = (fake.requests[1]?.body ?? {}) as { contents: { parts: unknown[] }[] };
    expect(contents[1]?.parts).toEqual([...(isSent ? own : []), { text: 'Here.' }]);
  });

  test('what the user says after results stands in a content of its own', async () => {
    const fake = answered(json(chunk([{ text: '.' }], stop)));
    await whole({}, [
      ...question,
      { role: 'assistant', contents: [{ type: 'function-call', callId: '1', name: 'a', arguments: {} }] },
      { role: 'user', contents: [{ type: 'text', text: 'Quick!' }] },
      { role: 'tool', contents: [{ type: 'function-result', callId: '1', result: 'r' }] },
    ]);
    const { contents } = (fake.requests[0]?.body ?? {}) as { contents: unknown[] };
    expect(contents.slice(2)).toEqual([
      { role: 'user', parts: [{ functionResponse: { id: '1', name: 'a', response: { output: 'r' } } }] },
      { role: 'user', parts: [{ text: 'Quick!' }] },
    ]);
  });

  describe('tools', () => {
    const aFunction: Tool = { type: 'function', name: 'f', parameters: { type: 'object' } };
    const shown = { includeServerSideToolInvocations: true };
    const older = { ...settings, model: 'gemini-2.5-flash' };
    test.each<[string, ClientSettings, Tool[], unknown]>([
      ['on the Gemini API', settings, [aFunction, { type: 'web-fetch' }], shown],
      ['without functions', settings, [{ type: 'web-search' }, { type: 'web-fetch' }], undefined],
      ['beside code', settings, [aFunction, { type: 'code-interpreter' }], shown],
      ['of Gemini 2.5', older, [aFunction, { type: 'code-interpreter' }], undefined],
      ['on Vertex AI', vertex, [aFunction, { type: 'web-search' }], undefined],
    ])('functions beside search ask to be told of it where that is demanded: %s', async (_, at, tools, config) => {
      const fake = answered(json(chunk([{ text: '.' }], stop)));
      await whole({ tools }, question, at);
      const { toolConfig } = (fake.requests[0]?.body ?? {}) as { toolConfig?: unknown };
      expect(toolConfig).toEqual(config);
    });

    const refused: [string, ClientSettings, Tool, RegExp][] = [
      ['file search on Vertex AI', vertex, { type: 'file-search', vectorStoreIds: ['s'] }, /"vertex-ai-search"/],
      [
        'an MCP server on Vertex AI',
        vertex,
        { type: 'mcp-server', serverName: 'd', serverAddress: 'https://d.example' },
        /function/,
      ],
      [
        'Vertex AI Search on the Gemini API',
        settings,
        { type: 'provider-specific', name: 'vertex-ai-search', settings: {} },
        /file-search/,
      ],
      ['a shell', settings, { type: 'shell' }, /code-interpreter/],
    ];
    test.each(refused)('%s is refused before anything is sent, and what works is named', async (_, at, tool, works) => {
      const fake = answered();
      const refusal = whole({ tools: [tool] }, question, at);
      await expect(refusal).rejects.toMatchObject({ name: 'UnsupportedToolError', tool: tool.type });
      await expect(refusal).rejects.toThrow(works);
      expect(fake.requests).toEqual([]);
    });

    const unsayable: Tool[] = [
      { type: 'web-search', allowedDomains: ['a.example'] },
      { type: 'web-search', blockedDomains: ['a.example'] },
      { type: 'web-fetch', maximumUses: 1 },
      { type: 'code-interpreter', fileIds: ['f'] },
      { type: 'mcp-server', serverName: 'd', serverAddress: 'https://d.example', allowedTools: ['a'] },
      { type: 'mcp-server', serverName: 'd', serverAddress: 'https://d.example', approvalMode: 'always' },
      { type: 'function', name: '1 st', parameters: {} },
      { type: 'raw', providerApi: 'anthropic', declaration: {} },
    ];
    test.each(unsayable)('a restriction that the API cannot be told is an error: %j', async (tool) => {
      const fake = answered();
      await expect(whole({ tools: [tool] })).rejects.toMatchObject({ name: 'InvalidToolError' });
      expect(fake.requests).toEqual([]);
    });
  });
});

describe('sdk', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  const gemini: ClientSettings = {
    baseUrl: 'https://gemini.example',
    model: 'gemini-example',
    credentials: { type: 'apiKey', apiKey: 'key-of-the-caller' },
    maxOutputTokens: 100,
    timeout: 5000,
    wait: async () => {},
  };
  const vertex: ClientSettings = {
    ...gemini,
    baseUrl: 'https://vertex.example',
    surface: 'vertex',
    parameters: { project: 'project-of-the-caller', location: 'europe-north1' },
    credentials: { type: 'bearerToken', token: 'token-of-the-caller' },
  };
  const answer = () => json({ candidates: [{ content: { parts: [{ text: 'Yes.' }] }, finishReason: 'STOP' }] });
  const ask = (settings: ClientSettings) =>
    adapter.createClient(settings).getResponse([{ role: 'user', contents: [{ type: 'text', text: 'Well?' }] }]);

  /** Everything that the SDK or Google's authentication library would follow. */
  function strangeEnvironment() {
    for (const name of ['GOOGLE_API_KEY', 'GOOGLE_CLOUD_PROJECT', 'GOOGLE_CLOUD_LOCATION'])
      vi.stubEnv(name, 'of-someone-else');
    for (const name of ['GCLOUD_PROJECT', 'GOOGLE_CLOUD_QUOTA_PROJECT']) vi.stubEnv(name, 'of-someone-else');
    for (const name of ['GOOGLE_GEMINI_BASE_URL', 'GOOGLE_VERTEX_BASE_URL'])
      vi.stubEnv(name, 'https://elsewhere.example');
    vi.stubEnv('GOOGLE_GENAI_API_VERSION', 'beta');
    vi.stubEnv('GOOGLE_GENAI_USE_VERTEXAI', 'true');
    vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', '/credentials/of-someone-else.json');
    vi.stubEnv('METADATA_SERVER_DETECTION', 'assume-present');
  }

  describe.each([
    [
      'gemini-api',
      gemini,
      'https://gemini.example/v1/models/gemini-example:generateContent',
      'x-goog-api-key',
      'key-of-the-caller',
    ],
    [
      'vertex',
      vertex,
      'https://vertex.example/v1beta1/projects/project-of-the-caller/locations/europe-north1/publishers/google/models/gemini-example:generateContent',
      'authorization',
      'Bearer token-of-the-caller',
    ],
  ] as const)('%s', (_, settings, url, header, secret) => {
    test('takes address and credentials from the settings; no variable, file or metadata server is asked', async () => {
      strangeEnvironment();
      const { fetch, requests } = fakeFetch(answer());
      vi.stubGlobal('fetch', fetch);
      const opened = vi.spyOn(net.Socket.prototype, 'connect');
      const files = (['readFile', 'readFileSync', 'createReadStream', 'existsSync', 'stat'] as const).map((name) =>
        vi.spyOn(fs, name),
      );
      const said = (['warn', 'log'] as const).map((name) => vi.spyOn(console, name));
      await ask(settings);
      expect(requests.map((request) => [request.url, request.headers.get(header)])).toEqual([[url, secret]]);
      expect(requests[0]?.headers.get('x-goog-user-project')).toBeNull();
      expect(opened).not.toHaveBeenCalled();
      for (const spy of [...files, ...said]) expect(spy).not.toHaveBeenCalled();
    });
  });

  test('a token is asked for before every request, and one that is none is told without showing it', async () => {
    const { fetch, requests } = fakeFetch(answer());
    vi.stubGlobal('fetch', fetch);
    let asked = 0;
    const getToken = async () => `token\n${++asked}`;
    const failing = ask({ ...vertex, credentials: { type: 'tokenProvider', getToken } });
    await expect(failing).rejects.toThrow('The token provider gave no usable token.');
    await ask({ ...vertex, credentials: { type: 'tokenProvider', getToken: async () => 'fresh' } });
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer fresh']);
  });

  test.each<[string, Partial<ClientSettings>]>([
    ['a surface that there is not', { surface: 'studio' }],
    ['a token for the Gemini API', { credentials: { type: 'bearerToken', token: 'token' } }],
    ['Vertex AI without a project', { surface: 'vertex', credentials: { type: 'bearerToken', token: 'token' } }],
    ['a key for Vertex AI', { ...vertex, credentials: { type: 'apiKey', apiKey: 'key' } }],
    ['a base URL that is none', { baseUrl: 'nowhere' }],
  ])('%s is refused at once', (_, settings) => {
    expect(() => adapter.createClient({ ...gemini, ...settings })).toThrow(TypeError);
  });

  /** The SDK's guards say which surface takes what; the table of this adapter must not say otherwise. */
  test.each([
    ['gemini-api', { retrieval: { vertexAiSearch: { datastore: 'd' } } }],
    ['gemini-api', { enterpriseWebSearch: {} }],
    ['gemini-api', { exaAiSearch: {} }],
    ['gemini-api', { parallelAiSearch: {} }],
    ['gemini-api', { googleSearch: { excludeDomains: ['a.example'] } }],
    ['vertex', { fileSearch: { fileSearchStoreNames: ['fileSearchStores/a'] } }],
    ['vertex', { mcpServers: [{ name: 'docs', streamableHttpTransport: { url: 'https://mcp.example' } }] }],
  ])('the SDK itself refuses on %s: %j', async (surface, tool) => {
    const auth = { getRequestHeaders: async () => new Headers() };
    const sdk =
      surface === 'vertex'
        ? new GoogleGenAI({
            vertexai: true,
            project: 'p',
            location: 'l',
            googleAuthOptions: { authClient: auth as never },
          })
        : new GoogleGenAI({ vertexai: false, apiKey: 'key' });
    const call = sdk.models.generateContent({ model: 'm', contents: 'Well?', config: { tools: [tool as never] } });
    await expect(call).rejects.toThrow(/only supported in/);
  });
});
