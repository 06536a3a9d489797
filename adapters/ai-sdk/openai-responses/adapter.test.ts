import { afterEach, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import type { ChatMessage, ChatOptions, ClientSettings, Content, Tool } from '../../../spec/contract/index.ts';
import { fakeFetch, json, thrown } from '../shared/fake-fetch.ts';
import { createClient } from './adapter.ts';

const key = 'sk-of-the-test';
const settings: ClientSettings = {
  baseUrl: 'https://openai.test/',
  model: 'gpt-5.5',
  credentials: { type: 'apiKey', apiKey: key },
  maxOutputTokens: 100,
  timeout: 5_000,
  wait: async () => {},
};
const question: ChatMessage[] = [{ role: 'user', contents: [{ type: 'text', text: 'Hi' }] }];
const response = (...output: JsonObject[]) =>
  json({ id: 'resp_1', created_at: 0, model: 'gpt-5.5', output, usage: { input_tokens: 3, output_tokens: 2 } });
const words = (text: string, id = 'msg_1'): JsonObject => ({
  type: 'message',
  id,
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [] }],
});

afterEach(() => vi.unstubAllGlobals());

function serve(...answers: readonly (() => Response)[]) {
  const { asked, fetch } = fakeFetch(...answers);
  vi.stubGlobal('fetch', fetch);
  return asked;
}
const client = (over: Partial<ClientSettings> = {}) =>
  createClient('ai-sdk-openai-responses', { ...settings, ...over });
const ask = (options: ChatOptions, messages = question) => client().getResponse(messages, options);

test.each([
  ['openai', 'https://openai.test/v1/responses', 'authorization', `Bearer ${key}`],
  ['azure-openai', 'https://openai.test/openai/v1/responses', 'api-key', key],
])('on %s it is asked at its place, and the answer is one to go on from', async (surface, url, header, value) => {
  const asked = serve(response(words('Hello.')));
  expect(await client({ surface }).getResponse(question)).toMatchObject({
    messages: [{ messageId: 'msg_1', contents: [{ type: 'text', text: 'Hello.' }] }],
    responseId: 'resp_1',
    conversationId: 'resp_1',
  });
  expect(asked.map((each) => each.url)).toEqual([url]);
  expect(asked[0]?.headers.get(header)).toBe(value);
});

test('where OpenAI keeps the conversation, what it has is not sent again', async () => {
  const asked = serve(response(words('Bye.')));
  const said: ChatMessage = { role: 'assistant', contents: [{ type: 'text', text: 'Hello.' }] };
  await ask({ conversationId: 'resp_0' }, [...question, said, ...question]);
  expect(asked[0]?.body).toMatchObject({ previous_response_id: 'resp_0', input: [{ role: 'user' }] });
  expect(asked[0]?.body.input).toHaveLength(1);
});

test('messages of one answer arrive apart, and are one turn when they go back', async () => {
  const asked = serve(response(words('One.', 'msg_1'), words('Two.', 'msg_2')), response(words('Bye.')));
  const { messages } = await ask({ store: false });
  expect(messages.map(({ messageId }) => messageId)).toEqual(['msg_1', 'msg_2']);
  await ask({ store: false }, [...question, ...messages, ...question]);
  expect(asked[1]?.body.input).toMatchObject([{}, { content: 'One.' }, { content: 'Two.' }, {}]);
});

test.each<[string, Tool, string]>([
  ['what the library lacks', { type: 'text-editor' }, 'UnsupportedToolError'],
  [
    'a raw type that it lacks',
    { type: 'raw', providerApi: 'openai-responses', declaration: { type: 'x' } },
    'UnsupportedToolError',
  ],
  [
    'words of another API',
    { type: 'raw', providerApi: 'openai-chat', declaration: { type: 'function' } },
    'InvalidToolError',
  ],
  [
    'files for a container that is there',
    { type: 'code-interpreter', containerId: 'c', fileIds: ['f'] },
    'InvalidToolError',
  ],
  ['a format without a word', { type: 'image-generation', outputMediaType: 'image/gif' }, 'InvalidToolError'],
])('%s is refused before anything is sent', async (_, tool, name) => {
  const asked = serve();
  expect(await thrown(ask({ tools: [tool] }))).toMatchObject({ name });
  expect(asked).toEqual([]);
});

test('a declaration in OpenAI’s words stands on the wire as it was written', async () => {
  const asked = serve(response(words('Hello.')));
  const declarations: JsonObject[] = [
    { type: 'file_search', vector_store_ids: ['vs_1'], max_num_results: 3, ranking_options: { score_threshold: 0.5 } },
    { type: 'code_interpreter', container: { type: 'auto', file_ids: ['file_1'] } },
    { type: 'custom', name: 'say', format: { type: 'text' } },
  ];
  const tools = declarations.map((declaration) => ({
    type: 'raw' as const,
    providerApi: 'openai-responses',
    declaration,
  }));
  await ask({ tools });
  expect(asked[0]?.body.tools).toEqual(declarations);
});

test('a command comes in the wire’s words, and its outcome goes back with the limit that the model set', async () => {
  const action = { commands: ['ls'], timeout_ms: 1000, max_output_length: 4096 };
  const call = { type: 'shell_call', id: 'sh_1', call_id: 'call_1', status: 'completed', action };
  const asked = serve(response(call), response(words('Done.')));
  const options: ChatOptions = { tools: [{ type: 'shell' }], store: false };
  const { messages } = await ask(options);
  expect(messages[0]?.contents).toMatchObject([
    { type: 'action-call', callId: 'call_1', tool: 'shell', actions: [{ type: 'exec', ...action }] },
  ]);
  const outputs = [{ type: 'text' as const, text: 'a.txt' }];
  const outcome: Content = { type: 'action-result', callId: 'call_1', tool: 'shell', outputs, exitCode: 2 };
  await ask(options, [...question, ...messages, { role: 'tool', contents: [outcome] }]);
  expect(asked[1]?.body.input).toMatchObject([
    {},
    { type: 'shell_call', action },
    {
      type: 'shell_call_output',
      max_output_length: 4096,
      output: [{ stdout: 'a.txt', stderr: '', outcome: { type: 'exit', exit_code: 2 } }],
    },
  ]);
});

test.each<[JsonObject, Tool[]]>([
  [{ type: 'search', query: 'rain', sources: [{ type: 'url', url: 'https://weather.test/' }] }, []],
  [{ type: 'open_page', url: 'https://weather.test/' }, [{ type: 'web-search' }]],
  [
    { type: 'find_in_page', url: 'https://weather.test/', pattern: 'rain' },
    [{ type: 'raw', providerApi: 'openai-responses', declaration: { type: 'web_search', name: 'look' } }],
  ],
])('a search that another client kept goes back once, as its item: %j', async (action, tools) => {
  const item: JsonObject = { id: 'ws_1', type: 'web_search_call', status: 'completed', action };
  const of = { callId: 'ws_1', tool: 'web-search', rawRepresentation: item };
  const said: Content[] = [
    { ...of, type: 'hosted-tool-call' },
    { ...of, type: 'hosted-tool-result', outputs: [] },
  ];
  const asked = serve(response(words('Rain.')));
  await ask({ store: false, tools }, [...question, { role: 'assistant', contents: said }]);
  expect(asked[0]?.body.input).toEqual([expect.anything(), item]);
});

test('a search of another client that does not say what it did is refused', async () => {
  const item: JsonObject = { id: 'ws_1', type: 'web_search_call', status: 'completed' };
  const said: Content = {
    type: 'hosted-tool-result',
    callId: 'ws_1',
    tool: 'web-search',
    outputs: [],
    rawRepresentation: item,
  };
  const asked = serve();
  const error = await thrown(ask({ store: false }, [...question, { role: 'assistant', contents: [said] }]));
  expect(error).toMatchObject({ name: 'ProviderError', code: 'invalid_request_error' });
  expect(asked).toEqual([]);
});

test('what a function gave, and a refusal, go back from the API’s words', async () => {
  const output = [
    { type: 'input_text', text: 'Wet:' },
    { type: 'input_image', detail: 'low', image_url: 'https://weather.test/a.jpg' },
  ];
  const asked = serve(response(words('Rain.')));
  await ask({ store: false }, [
    ...question,
    {
      role: 'assistant',
      contents: [
        { type: 'error', message: 'I may not say.', errorCode: 'refusal' },
        { type: 'function-call', callId: 'c', name: 'f', arguments: {} },
      ],
    },
    {
      role: 'tool',
      contents: [
        {
          type: 'function-result',
          callId: 'c',
          rawRepresentation: { type: 'function_call_output', call_id: 'c', output },
        },
      ],
    },
  ]);
  expect(asked[0]?.body.input).toMatchObject([
    {},
    { role: 'assistant', content: 'I may not say.' },
    { type: 'function_call' },
    { type: 'function_call_output', output },
  ]);
});

test('an outcome that the library has no place for is refused', async () => {
  const outcome: Content = {
    type: 'action-result',
    callId: 'c',
    tool: 'computer-use',
    outputs: [{ type: 'text', text: 'x' }],
  };
  const asked = serve();
  const error = await thrown(ask({ tools: [] }, [...question, { role: 'tool', contents: [outcome] }]));
  expect(error).toMatchObject({ name: 'ProviderError', code: 'invalid_request_error' });
  expect(asked).toEqual([]);
});

test('texts that are told in turns are told one after the other', async () => {
  const event = (type: string, members: JsonObject) => `data: ${JSON.stringify({ type, ...members })}\n\n`;
  const added = (id: string, index: number) =>
    event('response.output_item.added', { output_index: index, item: { type: 'message', id } });
  const delta = (id: string, text: string) => event('response.output_text.delta', { item_id: id, delta: text });
  const done = (id: string, index: number) =>
    event('response.output_item.done', { output_index: index, item: { type: 'message', id } });
  const end = event('response.completed', {
    response: { id: 'resp_1', created_at: 0, model: 'm', output: [], usage: { input_tokens: 1, output_tokens: 1 } },
  });
  const body = [added('a', 0), added('b', 1), delta('a', 'One'), delta('b', 'Tw'), delta('a', '.'), delta('b', 'o.')];
  const whole = [...body, done('a', 0), done('b', 1), end].join('');
  serve(() => new Response(whole, { headers: { 'content-type': 'text/event-stream' } }));
  const told: [string | undefined, string][] = [];
  for await (const { messageId, contents } of client().getStreamingResponse(question)) {
    for (const content of contents)
      if (content.type === 'text' && content.text !== '') told.push([messageId, content.text]);
  }
  expect(told).toEqual([
    ['a', 'One'],
    ['a', '.'],
    ['b', 'Tw'],
    ['b', 'o.'],
  ]);
});
