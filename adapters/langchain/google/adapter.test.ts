import { afterEach, describe, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import type { ChatMessage, ChatOptions, ClientSettings, Tool } from '../../../spec/contract/index.ts';
import {
  events,
  fakeFetch,
  json,
  type Prepared,
  question,
  settings,
  streamed,
  thrown,
} from '../shared/fake-responses.ts';
import { createClient } from './adapter.ts';

afterEach(() => vi.unstubAllGlobals());

function answers(...prepared: Prepared[]) {
  const { fake, sent } = fakeFetch(...prepared);
  vi.stubGlobal('fetch', fake);
  return sent;
}

const piece = (parts: JsonObject[], beside: JsonObject = {}): JsonObject => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...beside }],
});
const stop = { finishReason: 'STOP' };
const answer = (parts: JsonObject[], beside: JsonObject = {}) => json(piece(parts, { ...stop, ...beside }));
const client = (over: Partial<ClientSettings> = {}) => createClient('langchain-google', { ...settings, ...over });
const ask = (options?: ChatOptions, messages: ChatMessage[] = question) => client().getResponse(messages, options);
const weather: Tool = { type: 'function', name: 'f', parameters: { type: 'object' } };

describe('who calls', () => {
  test('the key is the caller’s, goes in a header of its own, and only the Gemini API is known', async () => {
    vi.stubEnv('GOOGLE_API_KEY', 'of-the-environment');
    const sent = answers(answer([{ text: 'Hello.' }]));
    await ask({ reasoning: { budgetTokens: 9 } });
    vi.unstubAllEnvs();
    expect(sent[0]?.url).toBe('https://api.example/v1beta/models/model-of-the-test:generateContent');
    expect(sent[0]?.headers.get('x-goog-api-key')).toBe('key-of-the-test');
    expect(sent[0]?.body.generationConfig).toMatchObject({
      maxOutputTokens: 100,
      thinkingConfig: { includeThoughts: true, thinkingBudget: 9 },
    });
  });

  test('another surface and other credentials are refused', () => {
    expect(() => client({ surface: 'vertex' })).toThrow('vertex');
    expect(() => client({ credentials: { type: 'bearerToken', token: 't' } })).toThrow(TypeError);
    expect(() => client({ credentials: { type: 'apiKey', apiKey: 'two\nlines' } })).toThrow(TypeError);
  });
});

describe('errors', () => {
  const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.5s' }];
  const refused = { code: 429, message: 'Too many of key-of-the-test', status: 'RESOURCE_EXHAUSTED', details };

  test('what Google refuses is told in its words, with the time to wait and without the key', async () => {
    const sent = answers(json({ error: refused }, 429));
    const error = await thrown(ask());
    expect(error).toMatchObject({ name: 'ProviderError', status: 429, retryAfter: 34_500, retryable: true });
    expect(String(error)).toContain('Too many of [credentials]');
    expect(sent).toHaveLength(1);
  });

  test('no connection, no JSON, and what the library has no words for are told apart', async () => {
    const failing = async () => {
      throw new TypeError('fetch failed');
    };
    const sent = answers(failing, new Response('<html>'));
    expect(await thrown(ask())).toMatchObject({ name: 'ProviderError', status: undefined, retryable: true });
    const unreadable = await thrown(ask());
    expect(unreadable).toMatchObject({ name: 'WireError' });
    expect(String(unreadable)).not.toContain('<html>');
    const lost: ChatMessage = { role: 'tool', contents: [{ type: 'function-result', callId: 'c', result: 1 }] };
    const unsaid = await thrown(ask({}, [...question, lost]));
    expect(unsaid).toMatchObject({ name: 'ProviderError', code: 'invalid_request_error', status: undefined });
    expect(sent).toHaveLength(2);
  });

  test('a stream that does not say how it ended has no end', async () => {
    answers(events(piece([{ text: 'Half' }])));
    expect(await streamed(client())).not.toHaveProperty('finishReason');
  });

  test('an answer that holds nothing is an error of the library, which says why', async () => {
    answers(
      json({ promptFeedback: { blockReason: 'SAFETY' } }),
      json({ candidates: [{ finishReason: 'MAX_TOKENS' }] }),
    );
    expect(await thrown(ask())).toMatchObject({ name: 'ProviderError', code: 'SAFETY', retryable: false });
    expect(await thrown(ask())).toMatchObject({ name: 'ProviderError', code: 'MAX_TOKENS', retryable: false });
  });
});

test.each<[string, Tool, string]>([
  ['what the library lacks', { type: 'image-generation' }, 'UnsupportedToolError'],
  ['a tool whose results cannot go back', { type: 'computer-use', displayWidth: 1, displayHeight: 1 }, 'Unsupported'],
  [
    'what Google lacks',
    { type: 'provider-specific', name: 'bing-grounding-basic', settings: {} },
    'UnsupportedToolError',
  ],
  ['words of others', { type: 'raw', providerApi: 'anthropic', declaration: {} }, 'InvalidToolError'],
  ['a domain that cannot be left out', { type: 'web-search', blockedDomains: ['a.example'] }, 'InvalidToolError'],
  [
    'leave that nobody asks for',
    { type: 'mcp-server', serverName: 's', serverAddress: 'https://s.example', approvalMode: 'always' },
    'InvalidToolError',
  ],
])('%s is refused before anything is sent', async (_, tool, name) => {
  const sent = answers();
  expect(await thrown(ask({ tools: [tool] }))).toMatchObject({ name: expect.stringContaining(name) });
  expect(await thrown(streamed(client(), { tools: [tool] }))).toMatchObject({ name: expect.stringContaining(name) });
  expect(sent).toEqual([]);
});

test('functions stand together, and tools of Google in its own words', async () => {
  const sent = answers(answer([{ text: 'Hello.' }]));
  const { warnings } = await ask({
    tools: [weather, { type: 'web-search', maximumUses: 2 }, { ...weather, name: 'g' }],
    toolMode: { type: 'required', functionName: 'f' },
    rawRepresentation: { labels: {} },
  });
  const declared = (name: string) => ({ name, parametersJsonSchema: { type: 'object' } });
  expect(sent[0]?.body).toMatchObject({
    tools: [{ functionDeclarations: [declared('f'), declared('g')] }, { googleSearch: {} }],
    toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['f'] } },
  });
  const said = warnings.map(({ message }) => message.split(' ', 1)[0]);
  expect(said).toEqual(['maximumUses', 'rawRepresentation']);
});

test('what is said at the beginning is one system message', async () => {
  const sent = answers(answer([{ text: 'Hello.' }]));
  await ask({ instructions: 'One.' }, [{ role: 'system', contents: [{ type: 'text', text: 'Two.' }] }, ...question]);
  expect(sent[0]?.body.systemInstruction).toMatchObject({ parts: [{ text: 'One.' }, { text: 'Two.' }] });
});

test('a file goes out under its address, and what the model thought elsewhere as a thought', async () => {
  const sent = answers(answer([{ text: 'Hello.' }]));
  await ask({}, [
    {
      role: 'user',
      contents: [
        { type: 'hosted-file', fileId: 'files/a' },
        { type: 'uri', uri: 'https://a.example/b' },
      ],
    },
    {
      role: 'assistant',
      contents: [
        { type: 'reasoning', text: 'Hm.', protectedData: 'c2lnbmVk' },
        { type: 'text', text: 'Yes?' },
      ],
    },
    ...question,
  ]);
  expect(sent[0]?.body.contents).toMatchObject([
    { parts: [{ fileData: { fileUri: 'files/a' } }, { fileData: { fileUri: 'https://a.example/b' } }] },
    { parts: [{ text: 'Hm.', thought: true, thoughtSignature: 'c2lnbmVk' }, { text: 'Yes?' }] },
    {},
  ]);
});

test('an image of the model, words around it, and a file are told in their order', async () => {
  const image = { inlineData: { mimeType: 'image/png', data: 'aGk=' } };
  const file = { fileData: { mimeType: 'text/csv', fileUri: 'https://a.example/f' } };
  answers(events(piece([{ text: 'Lo' }]), piece([{ text: 'ok: ' }, image]), piece([{ text: 'there.' }, file], stop)));
  expect((await streamed(client())).messages[0]?.contents).toMatchObject([
    { type: 'text', text: 'Look: ' },
    { type: 'data', mediaType: 'image/png' },
    { type: 'text', text: 'there.' },
    { type: 'uri', uri: 'https://a.example/f', mediaType: 'text/csv' },
    {},
  ]);
});

describe('ids', () => {
  const calls = ['Oslo', 'Bergen'].map((city) => ({ functionCall: { name: 'f', args: { city } } }));
  const signed = [{ ...calls[0], thoughtSignature: 'c2lnbmVk' }, calls[1]] as JsonObject[];

  test('by the id that the library draws a result finds its function, and a call its signature', async () => {
    const sent = answers(events(piece(signed, stop)), answer([{ text: 'Rain.' }]));
    const { messages, finishReason } = await streamed(client(), { tools: [weather] });
    expect(finishReason).toBe('tool_calls');
    const contents = messages[0]?.contents ?? [];
    expect(contents).toMatchObject([
      { arguments: { city: 'Oslo' } },
      { type: 'reasoning', protectedData: 'c2lnbmVk' },
      { arguments: { city: 'Bergen' } },
      {},
    ]);
    const result = (callId: string) => ({ type: 'function-result' as const, callId, result: 'rain' });
    const results = contents.flatMap((content) => (content.type === 'function-call' ? [result(content.callId)] : []));
    await ask({ tools: [weather] }, [...question, ...messages, { role: 'tool', contents: results }]);
    expect(sent[1]?.body.contents).toMatchObject([
      {},
      { role: 'model', parts: [{ thoughtSignature: 'c2lnbmVk' }, {}] },
      { parts: [{ functionResponse: { name: 'f', response: { result: 'rain' } } }] },
      { parts: [{ functionResponse: { name: 'f' } }] },
    ]);
  });

  test('an id that Google gave is kept', async () => {
    answers(answer([{ functionCall: { id: 'call-1', name: 'f', args: {} } }]));
    expect((await ask()).messages[0]?.contents).toMatchObject([{ callId: 'call-1' }]);
  });
});

test('what an answer is grounded in is told as a search, with citations of its words', async () => {
  const metadata = {
    webSearchQueries: ['height'],
    groundingChunks: [{ web: { uri: 'https://a.example', title: 'A' } }],
    groundingSupports: [
      { segment: { startIndex: 8, endIndex: 12, text: 'tall' }, groundingChunkIndices: [0] },
      { segment: { text: 'small' }, groundingChunkIndices: [0] },
    ],
  };
  const contents = [
    {
      type: 'text',
      text: 'tall: Ø tall.',
      annotations: [{ url: 'https://a.example', title: 'A', startIndex: 8, endIndex: 12 }],
    },
    { type: 'text', text: '', annotations: [{ url: 'https://a.example' }] },
    { type: 'hosted-tool-call', tool: 'web-search', arguments: { queries: ['height'] } },
    { type: 'hosted-tool-result', outputs: [{ type: 'uri', uri: 'https://a.example' }] },
  ];
  answers(answer([{ text: 'tall: Ø tall.' }], { groundingMetadata: metadata }));
  expect((await ask({ tools: [{ type: 'web-search' }] })).messages[0]?.contents).toMatchObject(contents);
});

test('code that Google ran is a call with its result, and pages that it read are told', async () => {
  const code = { executableCode: { language: 'PYTHON', code: 'f()' } };
  const failed = { codeExecutionResult: { outcome: 'OUTCOME_FAILED', output: 'no f' } };
  const read = { retrievedUrl: 'https://a.example', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_ERROR' };
  answers(answer([code, failed, { text: 'It failed.' }], { urlContextMetadata: { urlMetadata: [read] } }));
  const errorCode = 'URL_RETRIEVAL_STATUS_ERROR';
  expect((await ask()).messages[0]?.contents).toMatchObject([
    { type: 'hosted-tool-call', callId: 'hosted_1', arguments: { code: 'f()' } },
    { type: 'hosted-tool-result', callId: 'hosted_1', outputs: [{ type: 'error', message: 'no f' }] },
    { type: 'text', text: 'It failed.' },
    { type: 'hosted-tool-result', tool: 'web-fetch', outputs: [{ type: 'error', errorCode }] },
  ]);
});
