import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import type { ChatMessage, ChatOptions, ClientSettings, Tool } from '../../../spec/contract/index.ts';
import { events, json, question, settings, streamed, thrown } from '../../langchain/shared/fake-responses.ts';
import { createClient } from './adapter.ts';

interface Sent {
  readonly url: string;
  readonly headers: Headers;
  readonly body: JsonObject;
}

const sent: Sent[] = [];
const prepared: Response[] = [];

beforeEach(() => {
  sent.length = 0;
  prepared.length = 0;
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push({ url: request.url, headers: request.headers, body: (await request.json()) as JsonObject });
    const response = prepared.shift();
    if (!response) throw new TypeError('fetch failed');
    return response;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const vertex: Partial<ClientSettings> = {
  surface: 'vertex',
  credentials: { type: 'bearerToken', token: 'token-of-the-test' },
  parameters: { project: 'p', location: 'us-central1' },
};
const answer = (...parts: JsonObject[]) =>
  json({ candidates: [{ content: { role: 'model', parts }, index: 0, finishReason: 'STOP' }] });
const client = (over: Partial<ClientSettings> = {}) => createClient('langchain-test', { ...settings, ...over });
const ask = (options?: ChatOptions, over?: Partial<ClientSettings>, messages: ChatMessage[] = question) =>
  client(over).getResponse(messages, options);
const weather: Tool = { type: 'function', name: 'f', parameters: { type: 'object' } };

describe('client', () => {
  test('sends to the Gemini API with the key of the caller', async () => {
    vi.stubEnv('GOOGLE_API_KEY', 'of-the-environment');
    prepared.push(answer({ text: 'Hello.' }));
    await ask({ reasoning: { effort: 'high' } });
    expect(sent[0]?.url).toBe('https://api.example/v1beta/models/model-of-the-test:generateContent');
    expect(sent[0]?.headers.get('x-goog-api-key')).toBe('key-of-the-test');
    expect(sent[0]?.body.generationConfig).toMatchObject({
      maxOutputTokens: 100,
      thinkingConfig: { includeThoughts: true, thinkingLevel: 'HIGH' },
    });
  });

  test.each<[string, Partial<ClientSettings>]>([
    ['a token', {}],
    ['a token provider', { credentials: { type: 'tokenProvider', getToken: async () => 'token-of-the-test' } }],
  ])('sends to Vertex AI with %s', async (_, over) => {
    prepared.push(answer({ text: 'Hello.' }));
    await ask({}, { ...vertex, ...over });
    const path = '/v1/projects/p/locations/us-central1/publishers/google/models/model-of-the-test:generateContent';
    expect(sent[0]?.url).toBe(`https://api.example${path}`);
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer token-of-the-test');
  });

  test('sends to Vertex AI by the scheme of the base URL', async () => {
    prepared.push(answer({ text: 'Hello.' }));
    await ask({}, { ...vertex, baseUrl: 'http://127.0.0.1:1' });
    expect(sent[0]?.url).toMatch('http://127.0.0.1:1/v1/projects/p/');
  });

  test.each<[string, Partial<ClientSettings>]>([
    ['another surface', { surface: 'elsewhere' }],
    ['a token on the Gemini API', { credentials: { type: 'bearerToken', token: 't' } }],
    ['a key on Vertex AI', { ...vertex, credentials: { type: 'apiKey', apiKey: 'k' } }],
    ['Vertex AI without a project', { ...vertex, parameters: {} }],
  ])('rejects %s', (_, over) => {
    expect(() => client(over)).toThrow(TypeError);
  });
});

describe('request', () => {
  test('declares functions together, and tools of Google in their own members', async () => {
    prepared.push(answer({ text: 'Hello.' }));
    const { warnings } = await ask({
      tools: [weather, { type: 'web-search', maximumUses: 2 }, { ...weather, name: 'g' }, { type: 'image-generation' }],
      toolMode: { type: 'required', functionName: 'f' },
    });
    const declared = (name: string) => ({ name, parametersJsonSchema: { type: 'object' } });
    expect(sent[0]?.body).toMatchObject({
      tools: [{ functionDeclarations: [declared('f'), declared('g')] }, { googleSearch: {} }],
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['f'] } },
      generationConfig: { responseModalities: ['TEXT', 'IMAGE'] },
    });
    expect(warnings.map(({ message }) => message.split(' ', 1)[0])).toEqual(['maximumUses']);
  });

  test('has the members of rawRepresentation', async () => {
    prepared.push(answer({ text: 'Hello.' }));
    await ask({ rawRepresentation: { labels: { a: 'b' }, safetySettings: null } });
    expect(sent[0]?.body).toMatchObject({ labels: { a: 'b' } });
    expect(sent[0]?.headers.get('x-goog-api-key')).toBe('key-of-the-test');
  });

  test('excludes domains on Vertex AI, which alone takes them', async () => {
    const tools: Tool[] = [{ type: 'web-search', blockedDomains: ['a.example'] }];
    prepared.push(answer({ text: 'Hello.' }));
    await ask({ tools }, vertex);
    expect(sent[0]?.body.tools).toEqual([{ googleSearch: { excludeDomains: ['a.example'] } }]);
    expect(await thrown(ask({ tools }))).toMatchObject({ name: 'InvalidToolError' });
  });

  test('has the calls and results of another library', async () => {
    prepared.push(answer({ text: 'Cold.' }));
    const said = [
      { type: 'reasoning', text: 'Hm.', protectedData: 'c2ln' },
      { type: 'text', text: 'Look: ' },
      { type: 'data', mediaType: 'image/png', data: 'aGk=' },
      { type: 'function-call', callId: 'c', name: 'f', arguments: { city: 'Oslo' } },
    ] as const;
    const shown = [{ type: 'hosted-file', fileId: 'gs://b/x.pdf', mediaType: 'application/pdf' }] as const;
    await ask({}, {}, [
      { role: 'user', contents: [...shown] },
      { role: 'assistant', contents: [...said] },
      { role: 'tool', contents: [{ type: 'function-result', callId: 'c', result: 'rain' }] },
    ]);
    expect(sent[0]?.body.contents).toEqual([
      { role: 'user', parts: [{ fileData: { mimeType: 'application/pdf', fileUri: 'gs://b/x.pdf' } }] },
      {
        role: 'model',
        parts: [
          { text: 'Hm.', thought: true, thoughtSignature: 'c2ln' },
          { text: 'Look: ' },
          { inlineData: { mimeType: 'image/png', data: 'aGk=' } },
          { functionCall: { name: 'f', args: { city: 'Oslo' } } },
        ],
      },
      { role: 'user', parts: [{ functionResponse: { id: 'c', name: 'f', response: { result: 'rain' } } }] },
    ]);
  });
});

test('calls and results of tools of Google are sent as its parts, after results of functions', async () => {
  prepared.push(answer({ text: 'Cold.' }));
  const executableCode = { id: 'code-1', language: 'PYTHON', code: '1' };
  const codeExecutionResult = { id: 'code-1', outcome: 'OUTCOME_OK', output: '1' };
  const toolCall = { id: 'search-1', toolType: 'GOOGLE_SEARCH_WEB', args: {} };
  const hosted = { type: 'hosted-tool-call', callId: 'code-1', tool: 'code-interpreter' } as const;
  await ask({}, {}, [
    {
      role: 'assistant',
      contents: [
        { type: 'text', text: '' },
        { type: 'reasoning', text: 'Hm.', protectedData: 'c2ln' },
        { type: 'data', mediaType: 'image/png', data: 'aGk=' },
        { ...hosted, rawRepresentation: { executableCode } },
        { ...hosted, callId: 'search-1', rawRepresentation: { toolCall } },
        { type: 'function-call', callId: 'c', name: 'f', argumentsText: '{"city' },
      ],
    },
    {
      role: 'tool',
      contents: [
        {
          type: 'hosted-tool-result',
          callId: 'code-1',
          tool: 'code-interpreter',
          outputs: [],
          rawRepresentation: { codeExecutionResult },
        },
        { type: 'function-result', callId: 'c', result: 'rain' },
      ],
    },
  ]);
  expect(sent[0]?.body.contents).toEqual([
    {
      role: 'model',
      parts: [
        { text: 'Hm.', thought: true, thoughtSignature: 'c2ln' },
        { inlineData: { mimeType: 'image/png', data: 'aGk=' } },
        { executableCode },
        { toolCall },
        { functionCall: { id: 'c', name: 'f', args: { INVALID_JSON: '{"city' } } },
      ],
    },
    { role: 'user', parts: [{ functionResponse: { id: 'c', name: 'f', response: { result: 'rain' } } }] },
    { role: 'user', parts: [{ codeExecutionResult }] },
  ]);
});

test.each<[string, Tool, string, Partial<ClientSettings>?]>([
  ['a tool that is not bridged', { type: 'computer-use', displayWidth: 1, displayHeight: 1 }, 'UnsupportedToolError'],
  ['a tool that Google lacks', { type: 'shell' }, 'UnsupportedToolError'],
  ['file search on Vertex AI', { type: 'file-search', vectorStoreIds: ['s'] }, 'UnsupportedToolError', vertex],
  ['a declaration of another API', { type: 'raw', providerApi: 'anthropic', declaration: {} }, 'InvalidToolError'],
])('%s is rejected before anything is sent', async (_, tool, name, over) => {
  expect(await thrown(ask({ tools: [tool] }, over))).toMatchObject({ name });
  expect(await thrown(streamed(client(over), { tools: [tool] }))).toMatchObject({ name });
  expect(sent).toEqual([]);
});

describe('errors', () => {
  test('an error of Google has its code and the time to wait, without the key', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.5s' }];
    const error = { code: 429, message: 'Too many of key-of-the-test', status: 'RESOURCE_EXHAUSTED', details };
    prepared.push(json({ error }, 429), json({ error: { ...error, details: [] } }, 429, { 'retry-after': '7' }));
    const first = await thrown(ask());
    const code = 'RESOURCE_EXHAUSTED';
    expect(first).toMatchObject({ name: 'ProviderError', status: 429, code, retryAfter: 34_500, retryable: true });
    expect(String(first)).toContain('Too many of [credentials]');
    expect(await thrown(ask())).toMatchObject({ retryAfter: 7_000 });
    expect(sent).toHaveLength(2);
  });

  test('a blocked prompt has the reason; an answer that is not one cannot be read', async () => {
    prepared.push(json({ promptFeedback: { blockReason: 'SAFETY' } }), json({}), new Response('<html>'));
    expect(await thrown(ask())).toMatchObject({ name: 'ProviderError', code: 'SAFETY', retryable: false });
    expect(await thrown(ask())).toMatchObject({ name: 'WireError' });
    expect(await thrown(ask())).toMatchObject({ name: 'WireError' });
    expect(await thrown(ask())).toMatchObject({ name: 'ProviderError', status: undefined, retryable: true });
  });

  test('a request that the library rejects is not sent', async () => {
    const lost: ChatMessage = { role: 'tool', contents: [{ type: 'function-result', callId: 'c', result: 1 }] };
    const rejected = await thrown(ask({}, {}, [...question, lost]));
    expect(rejected).toMatchObject({ name: 'ProviderError', code: 'invalid_request_error', status: undefined });
    expect(sent).toEqual([]);
  });

  test('a stream without a finish reason has none', async () => {
    prepared.push(events({ candidates: [{ content: { role: 'model', parts: [{ text: 'Half' }] }, index: 0 }] }));
    expect(await streamed(client())).not.toHaveProperty('finishReason');
  });
});
