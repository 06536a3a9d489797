import { afterEach, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import type { ClientSettings } from '../../../spec/contract/index.ts';
import { events, json, question, settings, streamed, thrown } from '../shared/fake-responses.ts';
import { createClient } from './adapter.ts';

afterEach(() => vi.unstubAllGlobals());

/** Its SDK hands `fetch` a request. */
function answers(...prepared: (Response | Error)[]) {
  const sent: { readonly headers: Headers; readonly body: JsonObject }[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const answer = prepared[sent.length] ?? new Error('the test prepared no further answer');
    sent.push({ headers: request.headers, body: JSON.parse(await request.text()) });
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return sent;
}

const piece = (delta: JsonObject, finish_reason: string | null = null): JsonObject => ({
  id: 'cmpl_1',
  object: 'chat.completion.chunk',
  created: 0,
  model: 'mistral-medium-latest',
  choices: [{ index: 0, delta, finish_reason }],
});
const completion = (message: JsonObject) =>
  json({
    ...{ id: 'cmpl_1', object: 'chat.completion', created: 0, model: 'mistral-medium-latest' },
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
  });
const client = (over: Partial<ClientSettings> = {}) => createClient('langchain-mistral-chat', { ...settings, ...over });

test('a key is sent as a token, and members that the library has no word for go along', async () => {
  const sent = answers(completion({ role: 'assistant', content: 'Hello' }));
  const { messages } = await client().getResponse(question, { rawRepresentation: { metadata: { a: 1 }, top_p: null } });
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer key-of-the-test');
  expect(sent[0]?.body).toMatchObject({ metadata: { a: 1 } });
  expect(sent[0]?.body).not.toHaveProperty('top_p');
  expect(messages[0]?.contents).toEqual([{ type: 'text', text: 'Hello' }]);
});

test('options that the library lacks are sent by its hook, and a token is asked for by each request', async () => {
  const sent = answers(completion({ role: 'assistant', content: 'Hello' }));
  const token = 'asked-for';
  const credentials = { type: 'tokenProvider', getToken: async () => token } as const;
  const reasoning = { effort: 'high' } as const;
  const tools = [{ type: 'function', name: 'f', parameters: { type: 'object' } }] as const;
  const options = { stopSequences: ['.'], allowMultipleToolCalls: false, reasoning, tools: [...tools] };
  expect(await client({ credentials }).getResponse(question, options)).toMatchObject({ warnings: [] });
  expect(sent[0]?.headers.get('authorization')).toBe(`Bearer ${token}`);
  expect(sent[0]?.body).toMatchObject({ stop: ['.'], parallel_tool_calls: false, reasoning_effort: 'high' });
});

test('of two choices of a stream the first is told, and what both cost', async () => {
  const second = {
    ...piece({}),
    choices: [{ index: 1, delta: { content: 'Narvik.' }, finish_reason: 'length' }],
    usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
  };
  answers(events(piece({ content: 'Hammer' }), piece({ content: 'fest.' }, 'stop'), second, '[DONE]'));
  const { messages, finishReason, usage } = await streamed(client(), { rawRepresentation: { n: 2 } });
  expect(messages[0]?.contents).toMatchObject([{ type: 'text', text: 'Hammerfest.' }, {}]);
  expect(finishReason).toBe('stop');
  expect(usage).toMatchObject({ inputTokens: 3, outputTokens: 4 });
});

test('what breaks off has no end', async () => {
  answers(events(piece({ role: 'assistant', content: 'Hel' })));
  expect(await streamed(client())).not.toHaveProperty('finishReason');
});

test('what the provider refuses is told in the words of the SDK, with the id of the request and without the key', async () => {
  const body = { message: 'too warm for key-of-the-test', code: '1' };
  answers(json(body, 400, { 'mistral-correlation-id': 'req_1' }));
  const error = await thrown(client().getResponse(question));
  expect(error).toMatchObject({
    name: 'ProviderError',
    status: 400,
    code: undefined,
    requestId: 'req_1',
    retryable: false,
  });
  expect(String(error)).toContain('too warm for [credentials]');
});

test('a caller who gives up is not kept waiting, though the library does not listen', async () => {
  const giving = new AbortController();
  vi.stubGlobal('fetch', () => {
    giving.abort();
    return new Promise(() => {});
  });
  const asked = client().getResponse(question, {}, { signal: giving.signal });
  expect(await thrown(asked)).toMatchObject({ name: 'AbortedError' });
});

test('tools of the provider, and credentials of other kinds, are refused before anything is sent', async () => {
  const sent = answers();
  expect(await thrown(client().getResponse(question, { tools: [{ type: 'web-search' }] }))).toMatchObject({
    name: 'UnsupportedToolError',
  });
  expect(sent).toEqual([]);
  const credentials = { type: 'awsKeys', accessKeyId: 'a', secretAccessKey: 's' } as const;
  expect(() => client({ credentials })).toThrow(TypeError);
});

test('a request does not outlive the call that it is of', async () => {
  let asked: Request | undefined;
  vi.stubGlobal('fetch', (request: Request) => {
    asked = request;
    return new Promise(() => {});
  });
  expect(await thrown(client({ timeout: 20 }).getResponse(question))).toMatchObject({ name: 'TimeoutError' });
  expect(asked?.signal.aborted).toBe(true);
});
