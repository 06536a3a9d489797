/** The whole adapter over an in-memory `fetch`: what is sent, what comes back, what is thrown. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import type {
  ChatClient,
  ChatMessage,
  ChatOptions,
  ChatResponse,
  ClientSettings,
  Content,
  Tool,
} from '../../../spec/contract/index.ts';
import {
  callInMode,
  eventStream,
  failureOf,
  fakeFetch,
  json,
  type PreparedAnswer,
  serverSentEvents,
} from '../shared/fake-provider.ts';
import { adapter } from './adapter.ts';

const settings: ClientSettings = {
  baseUrl: 'https://mistral.test',
  model: 'mistral-test',
  credentials: { type: 'apiKey', apiKey: 'mistral-test-0123456789' },
  maxOutputTokens: 64_000,
  timeout: 5000,
  wait: async () => {},
};
const user = (text: string): ChatMessage => ({ role: 'user', contents: [{ type: 'text', text }] });
const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 9, connector_tokens: 4 };
const modes = ['complete', 'stream'] as const;
type Mode = (typeof modes)[number];

/** The same answer in both modes; every event of a stream is as long as it can be. */
function answer(mode: Mode, outputs: readonly JsonObject[], conversation = 'conv_1'): Response {
  if (mode === 'complete') {
    return json({ object: 'conversation.response', conversation_id: conversation, outputs, usage });
  }
  const events = outputs.flatMap((entry, i) => eventsOf(entry, i));
  return serverSentEvents(
    [
      { type: 'conversation.response.started', conversation_id: conversation },
      ...events,
      { type: 'conversation.response.done', usage },
    ] as { type: string }[],
    11,
  );
}

function eventsOf({ type, info, content, object: _, ...rest }: JsonObject, output_index: number): JsonObject[] {
  const common = { output_index, ...rest };
  if (type === 'function.call') return [{ type: 'function.call.delta', ...common }];
  if (type === 'tool.execution') {
    return [
      { type: 'tool.execution.started', ...common },
      { type: 'tool.execution.done', output_index, id: rest.id ?? null, name: rest.name ?? null, info: info ?? {} },
    ];
  }
  if (type !== 'message.output') return [{ type: `${String(type)}.happened`, ...common }];
  const chunks = typeof content === 'string' ? [content] : (content as JsonObject[]);
  return chunks.map((chunk, content_index) => ({
    type: 'message.output.delta',
    ...common,
    content_index,
    content: chunk,
  }));
}

const said = (content: string | JsonObject[], id = 'msg_1'): JsonObject => ({
  object: 'entry',
  type: 'message.output',
  id,
  model: 'mistral-test',
  role: 'assistant',
  content,
});
const call = (more: JsonObject = {}): JsonObject => ({
  object: 'entry',
  type: 'function.call',
  id: 'fc_1',
  tool_call_id: 'c1',
  name: 'f',
  arguments: '{"x":1}',
  ...more,
});
const execution: JsonObject = {
  object: 'entry',
  type: 'tool.execution',
  id: 'tool_exec_1',
  name: 'web_search',
  arguments: '{"query": "x"}',
  function: 'web_search',
  info: { code_output: '42' },
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

function serve(...answers: PreparedAnswer[]) {
  const fake = fakeFetch(...answers);
  vi.stubGlobal('fetch', fake.fetch);
  return { client: adapter.createClient(settings), requests: fake.requests };
}

async function ask(client: ChatClient, mode: Mode, messages: ChatMessage[], options: ChatOptions = {}, signal = {}) {
  const context = signal instanceof AbortSignal ? { signal } : {};
  return callInMode(mode, client, messages, options, context);
}

const contentsOf = ({ messages }: ChatResponse): Content[] => messages.flatMap(({ contents }) => contents);
const warned = ({ warnings }: ChatResponse) => warnings.map(({ message }) => message.split(' ')[0]);

const failure = (call: Promise<unknown>) => failureOf(call, 'mistral-test-0123456789');

describe.each(modes)('%s', (mode) => {
  test('a conversation begins with everything and goes on with what is new', async () => {
    const { client, requests } = serve(answer(mode, [call()]), answer(mode, [said('Done.')]));
    const options: ChatOptions = {
      instructions: 'Be brief.',
      tools: [{ type: 'function', name: 'f', parameters: { type: 'object' } }],
      toolMode: { type: 'required' },
      maxOutputTokens: 9,
      stopSequences: ['x'],
      reasoning: { effort: 'high' },
      allowMultipleToolCalls: false,
    };
    const first = await ask(client, mode, [user('Hello')], options);
    expect(first).toMatchObject({ conversationId: 'conv_1', finishReason: 'tool_calls', usage: { inputTokens: 3 } });
    expect(contentsOf(first)).toMatchObject([{ type: 'function-call', callId: 'c1', arguments: { x: 1 } }]);
    expect(warned(first)).toEqual(['allowMultipleToolCalls']);
    const result: ChatMessage = { role: 'tool', contents: [{ type: 'function-result', callId: 'c1', error: 'no' }] };
    const { toolMode: _, allowMultipleToolCalls: __, ...later } = options;
    const second = await ask(client, mode, [user('Hello'), ...first.messages, result], {
      ...later,
      conversationId: 'conv_1',
    });
    expect(second).toMatchObject({ conversationId: 'conv_1', finishReason: 'stop', warnings: [] });
    const streamed = mode === 'stream' ? { stream: true } : {};
    const args = { max_tokens: 9, stop: ['x'], reasoning_effort: 'high' };
    expect(requests.map(({ url, body }) => ({ url, body }))).toEqual([
      {
        url: 'https://mistral.test/v1/conversations',
        body: {
          model: 'mistral-test',
          instructions: 'Be brief.',
          tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }],
          inputs: [{ type: 'message.input', role: 'user', content: 'Hello' }],
          completion_args: { ...args, tool_choice: 'required' },
          ...streamed,
        },
      },
      {
        url: 'https://mistral.test/v1/conversations/conv_1',
        body: {
          inputs: [{ type: 'function.result', tool_call_id: 'c1', result: 'Error: no' }],
          // The conversation keeps the demand that it began with, unless it is taken back.
          completion_args: { ...args, tool_choice: 'auto' },
          ...streamed,
        },
      },
    ]);
  });

  test('what a conversation did not begin with is warned of', async () => {
    const { client } = serve(answer(mode, [said('Hi.')]), answer(mode, [said('Hi.')]), answer(mode, [said('Hi.')]));
    await ask(client, mode, [user('a')], { instructions: 'Be brief.' });
    const changed = { instructions: 'Be long.', modelId: 'another', conversationId: 'conv_1' };
    expect(warned(await ask(client, mode, [user('b')], changed))).toEqual(['modelId', 'instructions']);
    const others = { tools: [{ type: 'web-search' } as const], conversationId: 'conv_of_somebody_else' };
    expect(warned(await ask(client, mode, [user('c')], others))).toEqual(['tools']);
  });

  test('leave is asked for, and what was decided goes back', async () => {
    const { client, requests } = serve(
      answer(mode, [
        call({ confirmation_status: 'pending' }),
        call({ tool_call_id: 'c2', confirmation_status: 'denied' }),
      ]),
      answer(mode, [said('Done.')]),
    );
    const first = await ask(client, mode, [user('a')]);
    expect(first.finishReason).toBe('tool_calls');
    expect(contentsOf(first)).toMatchObject([
      { type: 'approval-request', requestId: 'c1', name: 'f', arguments: { x: 1 } },
      { type: 'hosted-tool-call', callId: 'c2' },
    ]);
    const decided: ChatMessage = {
      role: 'user',
      contents: [{ type: 'approval-response', requestId: 'c1', approved: false, reason: 'No.' }],
    };
    const second = await ask(client, mode, [user('a'), ...first.messages, decided], { conversationId: 'conv_1' });
    expect(requests[1]?.body).toMatchObject({ tool_confirmations: [{ tool_call_id: 'c1', confirmation: 'deny' }] });
    expect(requests[1]?.body).not.toHaveProperty('inputs');
    expect(warned(second)).toEqual(['reason']);
    const alone = ask(client, mode, [user('a'), ...first.messages, decided], { store: false });
    expect(await failure(alone)).toMatchObject({ name: 'ProviderError', code: 'invalid_request_error' });
  });

  test('what nobody keeps goes back as it came, whatever it was', async () => {
    const chunks = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }], signature: 's' },
      { type: 'text', text: 'See' },
      { type: 'tool_reference', tool: 'web_search', title: 'A', url: 'https://a.example' },
      { type: 'tool_file', tool: 'image_generation', file_id: 'f1', file_name: 'a', file_type: 'png' },
      { type: 'hologram', angle: 3 },
    ];
    const outputs = [said('First.'), execution, said(chunks, 'msg_2'), call()];
    const { client, requests } = serve(answer(mode, outputs), answer(mode, [said('Done.')]));
    const options: ChatOptions = { store: false };
    const first = await ask(client, mode, [user('a')], options);
    expect(first.conversationId).toBeUndefined();
    expect(
      contentsOf(first).flatMap((content) => (content.type === 'text' && !content.text ? [] : content)),
    ).toMatchObject([
      { type: 'text', text: 'First.' },
      { type: 'hosted-tool-call', callId: 'tool_exec_1', tool: 'web-search', arguments: { query: 'x' } },
      { type: 'hosted-tool-result', callId: 'tool_exec_1', outputs: [{ type: 'text', text: '42' }] },
      { type: 'reasoning', text: 'Hm.', protectedData: 's' },
      { type: 'text', text: 'See' },
      { type: 'hosted-file', fileId: 'f1', mediaType: 'image/png', name: 'a' },
      { type: 'hosted-tool-result', tool: 'hologram', rawRepresentation: { angle: 3 } },
      { type: 'function-call', name: 'f' },
    ]);
    expect(contentsOf(first).flatMap((content) => ('annotations' in content ? content.annotations : []))).toMatchObject(
      [{ url: 'https://a.example', title: 'A' }],
    );
    const stored = JSON.parse(JSON.stringify(first.messages));
    await ask(
      client,
      mode,
      [user('a'), ...stored, { role: 'tool', contents: [{ type: 'function-result', callId: 'c1', result: 7 }] }],
      options,
    );
    const { inputs } = (requests[1]?.body ?? {}) as { inputs: JsonObject[] };
    expect(inputs.slice(1, -1)).toEqual(outputs);
    expect(inputs.at(-1)).toEqual({ type: 'function.result', tool_call_id: 'c1', result: '7' });
  });

  test('words that the application changed go out as they are now', async () => {
    const { client, requests } = serve(answer(mode, [said('Old.')]), answer(mode, [said('Done.')]));
    const first = await ask(client, mode, [user('a')], { store: false });
    const changed = first.messages.map((message) => ({
      ...message,
      contents: message.contents.map((content) =>
        content.type === 'text' && content.text ? { ...content, text: 'New.' } : content,
      ),
    }));
    await ask(client, mode, [user('a'), ...changed, user('b')], { store: false });
    expect(requests[1]?.body).toMatchObject({
      inputs: [{}, { type: 'message.input', role: 'assistant', content: 'New.' }, { role: 'user' }],
    });
  });

  test('what is no entry of a known type is a result, or passed on as it is', async () => {
    const strange = { object: 'entry', type: 'agent.dream', id: 'd1', of: 'sheep' };
    const { client } = serve(answer(mode, [strange, said('Hi.')]));
    const raws = mode === 'complete' ? contentsOf(await ask(client, mode, [user('a')])) : await updatesOf(client);
    expect(raws.map(({ rawRepresentation: raw }) => raw)).toContainEqual(expect.objectContaining({ of: 'sheep' }));
  });

  test('an error of the API is told once, with what it says', async () => {
    const body = { detail: [{ type: 'missing', loc: ['body', 'inputs'], msg: 'Field required' }] };
    const { client, requests } = serve(json(body, 422, { 'mistral-correlation-id': 'r' }));
    expect(await failure(ask(client, mode, [user('a')]))).toMatchObject({
      name: 'ProviderError',
      status: 422,
      requestId: 'r',
      retryable: false,
      message: expect.stringContaining('Field required'),
    });
    expect(requests).toHaveLength(1);
  });

  test.each<[string, ChatMessage[], ChatOptions]>([
    ['a system message within a conversation', [{ role: 'system', contents: [] }], { conversationId: 'conv_1' }],
    ['a file that Mistral did not make', [{ role: 'user', contents: [{ type: 'hosted-file', fileId: 'f' }] }], {}],
    ['what is no JSON', [user('a')], { rawRepresentation: cyclic() }],
  ])('%s is refused before anything is sent', async (_title, messages, options) => {
    const { client, requests } = serve();
    expect(await failure(ask(client, mode, messages, options))).toMatchObject({ code: 'invalid_request_error' });
    expect(requests).toEqual([]);
  });

  test.each<[Tool, string]>([
    [{ type: 'mcp-server', serverName: 'a', serverAddress: 'https://a.example' }, 'UnsupportedToolError'],
    [{ type: 'code-interpreter', fileIds: ['f'] }, 'InvalidToolError'],
    [{ type: 'raw', providerApi: 'mistral-chat', declaration: {} }, 'InvalidToolError'],
  ])('%j is refused before anything is sent', async (tool, name) => {
    const { client, requests } = serve();
    expect(await failure(ask(client, mode, [user('a')], { tools: [tool] }))).toMatchObject({ name });
    expect(requests).toEqual([]);
  });
});

async function updatesOf(client: ChatClient) {
  const updates = [];
  for await (const update of client.getStreamingResponse([user('a')])) updates.push(update);
  return updates;
}

function cyclic(): JsonObject {
  const endless: Record<string, unknown> = {};
  endless.self = endless;
  return endless as JsonObject;
}

const started = { type: 'conversation.response.started', conversation_id: 'conv_1' };
const textOf = (...events: { type: string }[]) =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');

test('calls that grow side by side come whole, each once', async () => {
  const piece = (output_index: number, args: string) => ({
    type: 'function.call.delta',
    output_index,
    id: `fc_${output_index}`,
    tool_call_id: `c${output_index}`,
    name: 'f',
    arguments: args,
  });
  const { client } = serve(
    eventStream(
      textOf(started, piece(0, '{"x"'), piece(1, '{"x"'), piece(0, ':"ø"}'), piece(1, ':2}'), {
        type: 'conversation.response.done',
      }),
      3,
    ),
  );
  expect(contentsOf(await ask(client, 'stream', [user('a')]))).toMatchObject([
    { callId: 'c0', arguments: { x: 'ø' } },
    { callId: 'c1', arguments: { x: 2 } },
  ]);
});

test.each<[string, string, object]>([
  [
    'an error',
    textOf({ type: 'conversation.response.error', message: 'Broken.', code: 500 } as { type: string }),
    { name: 'ProviderError', code: '500' },
  ],
  ['the end', '', { name: 'WireError' }],
  ['nonsense', 'data: {"type":\n\n', { name: 'WireError' }],
  [
    'a call that nobody could answer',
    textOf({ type: 'function.call.delta', output_index: 0 } as { type: string }, {
      type: 'conversation.response.done',
    }),
    { name: 'WireError' },
  ],
])('a stream that goes on with %s', async (_title, rest, expected) => {
  const { client } = serve(eventStream(`${textOf(started)}${rest}`));
  expect(await failure(ask(client, 'stream', [user('a')]))).toMatchObject(expected);
});

test.each<[string, PreparedAnswer]>([['no response', json({ object: 'list', data: [] })]])(
  'a whole answer that is %s',
  async (_title, prepared) => {
    const { client } = serve(prepared);
    expect(await failure(ask(client, 'complete', [user('a')]))).toMatchObject({ name: 'WireError' });
  },
);
