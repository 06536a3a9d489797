import { afterEach, expect, test, vi } from 'vitest';
import type { ChatMessage } from '../../../spec/contract/index.ts';
import { askedTwiceWithTokens, events, fakeFetch, hello, json, settingsOf, updatesOf } from '../shared/fake-fetch.ts';
import { adapter } from './adapter.ts';

const settings = settingsOf('https://api.example/');

function served(answer: () => Response): Request[] {
  const { asked, fetch } = fakeFetch(answer);
  vi.stubGlobal('fetch', fetch);
  return asked;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const message = {
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'Hi.', annotations: [] }],
};
const thought = { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Early.' }] };
const details = { input_tokens_details: { cached_tokens: 1 }, output_tokens_details: { reasoning_tokens: 2 } };
const response = {
  id: 'resp_1',
  model: 'm-1',
  status: 'completed',
  output: [thought, message],
  usage: { input_tokens: 3, output_tokens: 5, total_tokens: 8, ...details },
};
const streamed = () =>
  events(
    { type: 'response.reasoning_summary_text.delta', delta: 'Early.' },
    { type: 'response.output_text.delta', delta: 'H' },
    { type: 'response.output_text.delta', delta: 'i.' },
    { type: 'response.completed', response },
  );

test('what a completion has no member for is told of the answer itself, where it came whole', async () => {
  served(() => json(response));
  await expect(adapter.createClient(settings).getResponse(hello)).resolves.toMatchObject({
    messages: [
      {
        contents: [
          { type: 'reasoning', text: 'Early.' },
          { type: 'text', text: 'Hi.' },
        ],
      },
    ],
    responseId: 'resp_1',
    modelId: 'm-1',
    finishReason: 'stop',
    usage: { inputTokens: 3, outputTokens: 5, cachedInputTokens: 1, reasoningTokens: 2 },
  });
});

test('words come as they are said; where thoughts are asked for they come at the end, each as what it is', async () => {
  served(streamed);
  const client = adapter.createClient(settings);
  const words = await updatesOf(client.getStreamingResponse(hello));
  expect(words.map((u) => u.contents)).toEqual([[{ type: 'text', text: 'H' }], [{ type: 'text', text: 'i.' }], []]);
  const thoughts = await updatesOf(client.getStreamingResponse(hello, { reasoning: { effort: 'low' } }));
  expect(thoughts.map((u) => u.contents)).toEqual([
    [
      { type: 'reasoning', text: 'Early.' },
      { type: 'text', text: 'Hi.' },
    ],
  ]);
});

test.for([
  ['openai', 'https://api.example/v1/responses'],
  ['azure-openai', 'https://api.example/openai/v1/responses'],
] as const)('%s is asked at %s, with the credential of the caller', async ([surface, url]) => {
  const asked = served(() => json(response));
  await adapter.createClient({ ...settings, surface }).getResponse(hello);
  const credentials = { type: 'bearerToken', token: 'secret' } as const;
  await adapter.createClient({ ...settings, surface, credentials }).getResponse(hello);
  expect(asked.map((r) => [r.url, r.headers.get('authorization')])).toEqual([
    [url, 'Bearer secret'],
    [url, 'Bearer secret'],
  ]);
});

test('a function that gives tokens is asked before each request, and the environment is not', async () => {
  vi.stubEnv('OPENAI_ORG_ID', 'of-the-environment');
  vi.stubEnv('OPENAI_PROJECT_ID', 'of-the-environment');
  const asked = served(() => json(response));
  const client = await askedTwiceWithTokens(adapter, settings, ['first', 'second']);
  expect(asked.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer first', 'Bearer second']);
  expect(JSON.stringify(asked.map(({ headers }) => [...headers]))).not.toContain('of-the-environment');
  await expect(client.getResponse(hello)).rejects.toMatchObject({ code: 'authentication_error' });
  expect(asked).toHaveLength(2);
});

test('settings that cannot be used are refused without the secret', () => {
  const refused = (more: object) => expect(() => adapter.createClient({ ...settings, ...more }));
  const awsKeys = { type: 'awsKeys', accessKeyId: 'a', secretAccessKey: 's' };
  refused({ credentials: awsKeys }).toThrow(TypeError);
  refused({ credentials: { type: 'apiKey', apiKey: 'sec\nret' } }).toThrow(/^(?!.*sec).*header/);
  refused({ surface: 'none' }).toThrow(TypeError);
  refused({ baseUrl: 'nowhere' }).toThrow(TypeError);
});

test('an error of the provider is asked for once, and says what the provider said without the secret', async () => {
  const headers = { 'x-request-id': 'req_1', 'retry-after-ms': '1500', 'retry-after': '2' };
  const error = { message: 'busy, secret', type: 'requests', code: 'rate_limit_exceeded' };
  const asked = served(() => json({ error }, { status: 429, headers }));
  const failed = adapter.createClient(settings).getResponse(hello);
  await expect(failed).rejects.toMatchObject({
    name: 'ProviderError',
    status: 429,
    code: 'rate_limit_exceeded',
    requestId: 'req_1',
    retryAfter: 1500,
    retryable: true,
  });
  await expect(failed).rejects.toThrow(/busy, \[credentials\]/);
  expect(asked).toHaveLength(1);
});

test('members of the request that the driver has no word for go along, the caller’s own last', async () => {
  const asked = served(() => json(response));
  const { warnings } = await adapter.createClient(settings).getResponse(hello, {
    tools: [{ type: 'function', name: 'f', parameters: { type: 'object' } }],
    toolMode: { type: 'required', functionName: 'f' },
    allowMultipleToolCalls: false,
    store: true,
    rawRepresentation: { store: false, metadata: { a: 'b' } },
  });
  expect(warnings).toEqual([]);
  expect(await asked[0]?.json()).toMatchObject({
    tool_choice: { type: 'function', name: 'f' },
    parallel_tool_calls: false,
    store: false,
    metadata: { a: 'b' },
  });
});

test('what neither has a word for is warned of, and what is empty asks for nothing', async () => {
  served(() => json(response));
  const client = adapter.createClient(settings);
  const warned = async (options: object) => (await client.getResponse(hello, options)).warnings.map((w) => w.message);
  expect(await warned({ stopSequences: ['a'], reasoning: { budgetTokens: 9 } })).toHaveLength(2);
  expect(await warned({ stopSequences: [], reasoning: {}, tools: [] })).toEqual([]);
});

test.for([
  ['conv_1', { conversation: 'conv_1' }, 'conv_1'],
  ['resp_0', { previous_response_id: 'resp_0' }, 'resp_1'],
] as const)('the stored conversation %s goes on with what is new', async ([conversationId, members, next]) => {
  const asked = served(() => json(response));
  const answer: ChatMessage = { role: 'assistant', contents: [{ type: 'text', text: 'Hi.' }] };
  const said = [...hello, answer, ...hello];
  const told = await adapter.createClient(settings).getResponse(said, { conversationId });
  expect(told.conversationId).toBe(next);
  const body = await asked[0]?.json();
  expect(body).toMatchObject(members);
  expect(body.input).toHaveLength(1);
});

test('nothing is sent for a tool that is no function', async () => {
  const asked = served(() => expect.fail('sent'));
  const searched = adapter.createClient(settings).getResponse(hello, { tools: [{ type: 'web-search' }] });
  await expect(searched).rejects.toMatchObject({ name: 'UnsupportedToolError', supported: ['function'] });
  expect(asked).toEqual([]);
});
