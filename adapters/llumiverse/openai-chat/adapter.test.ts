import { afterEach, expect, test, vi } from 'vitest';
import { events, fakeFetch, hello, json, settingsOf, updatesOf } from '../shared/fake-fetch.ts';
import { adapter } from './adapter.ts';

const settings = settingsOf('https://api.example/');

function served(answer: () => Response): Request[] {
  const { asked, fetch } = fakeFetch(answer);
  vi.stubGlobal('fetch', fetch);
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

const completion = {
  id: 'chatcmpl_1',
  model: 'm-1',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi.' }, finish_reason: 'stop' }],
  usage: {
    prompt_tokens: 3,
    completion_tokens: 5,
    total_tokens: 8,
    completion_tokens_details: { reasoning_tokens: 2 },
  },
};

test('what a completion has no member for is told of the answer itself, where it came whole', async () => {
  served(() => json(completion));
  await expect(adapter.createClient(settings).getResponse(hello)).resolves.toMatchObject({
    messages: [{ contents: [{ type: 'text', text: 'Hi.' }] }],
    responseId: 'chatcmpl_1',
    modelId: 'm-1',
    finishReason: 'stop',
    usage: { inputTokens: 3, outputTokens: 5, reasoningTokens: 2 },
  });
});

test('citations are told of the answer itself, in the text that the library returns', async () => {
  const url_citation = { url: 'https://a.example', title: 'A', start_index: 3, end_index: 6 };
  const message = { role: 'assistant', content: ' 🌊 sea.', annotations: [{ type: 'url_citation', url_citation }] };
  served(() => json({ ...completion, choices: [{ index: 0, message, finish_reason: 'stop' }] }));
  const { messages } = await adapter.createClient(settings).getResponse(hello);
  const cited = { url: 'https://a.example', title: 'A', startIndex: 3, endIndex: 6 };
  expect(messages[0]?.contents).toEqual([{ type: 'text', text: '🌊 sea.', annotations: [cited] }]);
});

test('words come as they are said', async () => {
  const piece = (delta: object, finish_reason: string | null = null) => ({
    choices: [{ index: 0, delta, finish_reason }],
  });
  served(() => events(piece({ content: 'H' }), piece({ content: 'i.' }), piece({}, 'stop')));
  const updates = await updatesOf(adapter.createClient(settings).getStreamingResponse(hello));
  expect(updates.map((u) => u.contents)).toEqual([[{ type: 'text', text: 'H' }], [{ type: 'text', text: 'i.' }], []]);
});

test.for([
  ['openai', 'https://api.example/v1/chat/completions'],
  ['azure-openai', 'https://api.example/openai/v1/chat/completions'],
] as const)('%s is asked at %s, with the credential of the caller', async ([surface, url]) => {
  const asked = served(() => json(completion));
  await adapter.createClient({ ...settings, surface }).getResponse(hello);
  expect(asked.map((r) => [r.url, r.headers.get('authorization')])).toEqual([[url, 'Bearer secret']]);
});

test('a choice of a tool is said as this API says it, and an option where the driver has one', async () => {
  const asked = served(() => json(completion));
  const { warnings } = await adapter.createClient(settings).getResponse(hello, {
    toolMode: { type: 'required', functionName: 'f' },
    stopSequences: ['a'],
    reasoning: { effort: 'low', budgetTokens: 9 },
  });
  expect(await asked[0]?.json()).toMatchObject({
    tool_choice: { type: 'function', function: { name: 'f' } },
    stop: ['a'],
    reasoning_effort: 'low',
  });
  expect(warnings).toMatchObject([{ message: expect.stringContaining('reasoning.budgetTokens') }]);
});

test('an error of the provider is asked for once, and says what the provider said without the secret', async () => {
  const error = { message: 'no secret here', type: 'invalid_request_error', code: null };
  const asked = served(() => json({ error }, { status: 400, headers: { 'x-request-id': 'req_1' } }));
  const failed = adapter.createClient(settings).getResponse(hello);
  const expected = { status: 400, code: 'invalid_request_error', requestId: 'req_1', retryable: false };
  await expect(failed).rejects.toMatchObject({ name: 'ProviderError', ...expected });
  await expect(failed).rejects.toThrow(/no \[credentials\] here/);
  expect(asked).toHaveLength(1);
});

test('a web search is a member of the request, and no tool', async () => {
  const asked = served(() => json(completion));
  const userLocation = { city: 'Porto', country: 'PT' };
  await adapter.createClient(settings).getResponse(hello, { tools: [{ type: 'web-search', userLocation }] });
  const body = await asked[0]?.json();
  expect(body).toMatchObject({
    web_search_options: { user_location: { type: 'approximate', approximate: userLocation } },
  });
  expect(body).not.toHaveProperty('tools');
});

test.for([
  [[{ type: 'web-search', maximumUses: 1 }], 'InvalidToolError', /maximumUses/],
  [[{ type: 'web-search' }, { type: 'web-search' }], 'InvalidToolError', /twice/],
  [[{ type: 'shell' }], 'UnsupportedToolError', /function, web-search/],
  [[{ type: 'raw', providerApi: 'another', declaration: {} }], 'InvalidToolError', /"another", not of "openai-chat"/],
  [[{ type: 'raw', providerApi: 'openai-chat', declaration: {} }], 'UnsupportedToolError', /raw/],
] as const)('what the API or the driver lacks is not sent: %j', async ([tools, name, message]) => {
  const asked = served(() => json(completion));
  const failed = adapter.createClient(settings).getResponse(hello, { tools: [...tools] });
  await expect(failed).rejects.toMatchObject({ name, message: expect.stringMatching(message) });
  expect(asked).toEqual([]);
});

test('the id of a stored conversation is not sent, and warned of', async () => {
  const asked = served(() => json(completion));
  const { warnings } = await adapter.createClient(settings).getResponse(hello, { conversationId: 'conv_harbour' });
  expect(asked).toHaveLength(1);
  expect(warnings).toMatchObject([{ message: expect.stringContaining('conversationId') }]);
});
