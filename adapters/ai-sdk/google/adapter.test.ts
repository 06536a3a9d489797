import { afterEach, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ChatMessage,
  type ChatOptions,
  type ChatResponseUpdate,
  type ClientSettings,
  foldUpdates,
  type Tool,
} from '../../../spec/contract/index.ts';
import { fakeFetch, json, thrown } from '../shared/fake-fetch.ts';
import { createClient } from './adapter.ts';

const key = 'key-of-the-test';
const settings: ClientSettings = {
  baseUrl: 'https://google.test/',
  model: 'gemini-3.8-flash',
  credentials: { type: 'apiKey', apiKey: key },
  maxOutputTokens: 100,
  timeout: 5_000,
  wait: async () => {},
};
const question: ChatMessage[] = [{ role: 'user', contents: [{ type: 'text', text: 'Hi' }] }];
const answer = (parts: JsonObject[], beside: JsonObject = {}) =>
  json({ responseId: 'r1', candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', ...beside }] });

afterEach(() => vi.unstubAllGlobals());

function serve(...answers: readonly (() => Response)[]) {
  const { asked, fetch } = fakeFetch(...answers);
  vi.stubGlobal('fetch', fetch);
  return asked;
}
const client = (over: Partial<ClientSettings> = {}) => createClient('ai-sdk-google', { ...settings, ...over });
const ask = (options: ChatOptions, messages = question) => client().getResponse(messages, options);

test('the key goes in a header of its own, and thinking is asked for in the words of Google', async () => {
  const asked = serve(answer([{ text: 'Hello.' }]));
  const { warnings } = await ask({ reasoning: { budgetTokens: 9 }, store: true, tools: [{ type: 'web-search' }] });
  expect(asked[0]?.url).toBe('https://google.test/v1beta/models/gemini-3.8-flash:generateContent');
  expect(asked[0]?.headers.get('x-goog-api-key')).toBe(key);
  expect(asked[0]?.body).toMatchObject({
    generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: 9 } },
    tools: [{ googleSearch: {} }],
  });
  expect(warnings.map(({ message }) => message)).toEqual([expect.stringContaining('store')]);
});

test('another surface, and other credentials, are refused before any call', () => {
  expect(() => client({ surface: 'vertex' })).toThrow('vertex');
  expect(() => client({ credentials: { type: 'bearerToken', token: 't' } })).toThrow('bearerToken');
});

test.each<[string, Tool, string]>([
  ['what the library lacks', { type: 'shell' }, 'UnsupportedToolError'],
  ['a domain that cannot be left out', { type: 'web-search', blockedDomains: ['a.example'] }, 'InvalidToolError'],
  ['a limit that cannot be said', { type: 'web-fetch', maximumUses: 1 }, 'InvalidToolError'],
  ['a file for a sandbox that takes none', { type: 'code-interpreter', fileIds: ['f'] }, 'InvalidToolError'],
])('%s is refused before anything is sent', async (_, tool, name) => {
  const asked = serve();
  expect(await thrown(ask({ tools: [tool] }))).toMatchObject({ name });
  expect(asked).toEqual([]);
});

test('a signed call is told with its signature, which is not that of the thought before it, and goes back with it', async () => {
  const thought = { text: 'Hm.', thought: true };
  const part = { functionCall: { id: 'c1', name: 'f', args: {} }, thoughtSignature: 'c2lnbmVk' };
  const asked = serve(answer([thought, part]), answer([{ text: 'Done.' }]));
  const options: ChatOptions = { tools: [{ type: 'function', name: 'f', parameters: { type: 'object' } }] };
  const { messages } = await ask(options);
  expect(messages[0]?.contents).toMatchObject([
    { type: 'reasoning', text: 'Hm.' },
    { type: 'function-call', callId: 'c1', name: 'f' },
    { type: 'reasoning', text: '', protectedData: 'c2lnbmVk' },
  ]);
  expect(messages[0]?.contents[0]).not.toHaveProperty('protectedData');
  const result = { type: 'function-result' as const, callId: 'c1', result: 'yes' };
  await ask(options, [...question, ...messages, { role: 'tool', contents: [result] }]);
  expect(asked[1]?.body).toMatchObject({ contents: [{}, { parts: [thought, part] }, {}] });
});

test('a part of a stream that has a signature and no words goes back as it came', async () => {
  const parts = [{ functionCall: { id: 'c1', name: 'f', args: {} } }, { text: '', thoughtSignature: 'c2lnbmVk' }];
  const event = { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] };
  const headers = { 'content-type': 'text/event-stream' };
  const asked = serve(
    () => new Response(`data: ${JSON.stringify(event)}\n\n`, { headers }),
    answer([{ text: 'Done.' }]),
  );
  const updates: ChatResponseUpdate[] = [];
  for await (const update of client().getStreamingResponse(question)) updates.push(update);
  const { messages } = foldUpdates(updates);
  const result = { type: 'function-result' as const, callId: 'c1', result: 'yes' };
  await ask({}, [...question, ...messages, { role: 'tool', contents: [result] }]);
  expect(asked[1]?.body).toMatchObject({ contents: [{}, { parts }, {}] });
});

test('what an answer is grounded in is told as a search, with citations of its words', async () => {
  const metadata = {
    webSearchQueries: ['height'],
    groundingChunks: [{ web: { uri: 'https://a.example', title: 'A' } }],
    groundingSupports: [{ segment: { startIndex: 3, endIndex: 7, text: 'tall' }, groundingChunkIndices: [0] }],
  };
  serve(answer([{ text: 'So tall.' }], { groundingMetadata: metadata }));
  const { messages } = await ask({ tools: [{ type: 'web-search' }] });
  expect(messages[0]?.contents).toMatchObject([
    { type: 'text', text: 'So tall.', annotations: [{ url: 'https://a.example', startIndex: 3, endIndex: 7 }] },
    { type: 'hosted-tool-call', tool: 'web-search', arguments: { queries: ['height'] } },
    { type: 'hosted-tool-result', outputs: [{ type: 'uri', uri: 'https://a.example' }] },
  ]);
});

test('an error says when to come again, without the key that it repeats', async () => {
  const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.5s' }];
  const error = { code: 429, message: `Too many calls of ${key}`, status: 'RESOURCE_EXHAUSTED', details };
  serve(json({ error }, 429));
  const found = await thrown(ask({}));
  expect(found).toMatchObject({ status: 429, code: 'RESOURCE_EXHAUSTED', retryAfter: 34_500, retryable: true });
  expect(String(found)).toContain('[credentials]');
});

test('what the wire gives no id is numbered: two clients say the same', async () => {
  const parts = [{ executableCode: { language: 'PYTHON', code: 'f()' } }, { functionCall: { name: 'f', args: {} } }];
  const once = async () => {
    serve(answer(parts));
    return (await ask({ tools: [{ type: 'code-interpreter' }] })).messages;
  };
  const first = await once();
  expect(first[0]?.contents).toMatchObject([{ callId: 'library-1' }, { callId: 'library-2' }]);
  expect(await once()).toEqual(first);
});
