import { expect, test } from 'vitest';
import type { ChatMessage, ChatOptions, Content, Tool } from '../../../spec/contract/index.ts';
import { planCall } from './request.ts';

const context = { settings: { model: 'gpt-test' }, adapterId: 'reference-openai-assistants' };
const user = (...contents: Content[]): ChatMessage => ({ role: 'user', contents });
const text = (words: string): Content => ({ type: 'text', text: words });
const plan = (options: ChatOptions, ...messages: ChatMessage[]) => planCall(messages, options, context);

test('tools and what they work with are said of the assistant, how to answer of the run', () => {
  const tools: Tool[] = [
    { type: 'function', name: 'f', parameters: {}, strict: true },
    { type: 'code-interpreter', fileIds: ['file_1'] },
    { type: 'file-search', vectorStoreIds: ['vs_1'], maximumResultCount: 3, scoreThreshold: 0.4 },
  ];
  const { agent, ask, includesFound } = plan({
    tools,
    modelId: 'gpt-other',
    toolMode: { type: 'required', functionName: 'f' },
    allowMultipleToolCalls: false,
    maxOutputTokens: 300,
    reasoning: { effort: 'low' },
    rawRepresentation: { metadata: { a: 'b' }, tool_choice: null },
  });
  expect(agent).toEqual({
    model: 'gpt-other',
    tools: [
      { type: 'function', function: { name: 'f', parameters: { type: 'object' }, strict: true } },
      { type: 'code_interpreter' },
      { type: 'file_search', file_search: { max_num_results: 3, ranking_options: { score_threshold: 0.4 } } },
    ],
    tool_resources: { code_interpreter: { file_ids: ['file_1'] }, file_search: { vector_store_ids: ['vs_1'] } },
  });
  expect(ask).toEqual({
    run: {
      parallel_tool_calls: false,
      max_completion_tokens: 300,
      reasoning_effort: 'low',
      metadata: { a: 'b' },
    },
  });
  expect(includesFound).toBe(true);
});

test.each<[string, Tool, string]>([
  ['a name that is none', { type: 'function', name: 'a b', parameters: {} }, 'InvalidToolError'],
  ['parameters of another type', { type: 'function', name: 'a', parameters: { type: 'array' } }, 'InvalidToolError'],
  ['a sandbox of the caller', { type: 'code-interpreter', containerId: 'c' }, 'InvalidToolError'],
  ['two stores', { type: 'file-search', vectorStoreIds: ['a', 'b'] }, 'InvalidToolError'],
  ['raw words of another API', { type: 'raw', providerApi: 'google', declaration: {} }, 'InvalidToolError'],
  ['a tool that the API lacks', { type: 'web-search' }, 'UnsupportedToolError'],
])('%s is refused', (_, tool, name) => {
  expect(() => plan({ tools: [tool] })).toThrow(expect.objectContaining({ name }));
});

test('images are shown, other files attached for the tools that are there', () => {
  const { messages } = plan(
    { tools: [{ type: 'code-interpreter' }] },
    user(
      text('Look'),
      { type: 'hosted-file', fileId: 'file_1', mediaType: 'image/png' },
      { type: 'hosted-file', fileId: 'file_2' },
      { type: 'uri', uri: 'https://a.test/b.png' },
    ),
  );
  expect(messages).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look' },
        { type: 'image_file', image_file: { file_id: 'file_1' } },
        { type: 'image_url', image_url: { url: 'https://a.test/b.png' } },
      ],
      attachments: [{ file_id: 'file_2', tools: [{ type: 'code_interpreter' }] }],
    },
  ]);
});

test('of a thread that is kept only the news is said; system messages are told each run', () => {
  const { messages, threadId, ask } = plan(
    { conversationId: 'thread_1' },
    { role: 'system', contents: [text('Be kind.')] },
    user(text('A')),
    { role: 'assistant', contents: [text('B')] },
    user(text('C')),
  );
  expect(messages).toEqual([{ role: 'user', content: [{ type: 'text', text: 'C' }] }]);
  expect([threadId, ask]).toEqual(['thread_1', { run: { additional_instructions: 'Be kind.' } }]);
});

const result: ChatMessage = {
  role: 'tool',
  contents: [{ type: 'function-result', callId: 'call_1', result: { a: 1 } }],
};
const asked = (run: boolean): ChatMessage => ({
  role: 'assistant',
  contents: [
    {
      type: 'function-call',
      callId: 'call_1',
      name: 'f',
      arguments: {},
      ...(run ? { rawRepresentation: { object: 'thread.run', id: 'run_7' } } : {}),
    },
  ],
});

test('results name the run that waits', () => {
  const { ask } = plan({ conversationId: 'thread_1' }, user(text('A')), asked(true), result);
  expect(ask).toEqual({ runId: 'run_7', outputs: { tool_outputs: [{ tool_call_id: 'call_1', output: '{"a":1}' }] } });
});

test.each<[string, ChatOptions, ChatMessage[]]>([
  ['results without a thread', {}, [asked(true), result]],
  ['results of an unknown run', { conversationId: 't' }, [asked(false), result]],
  ['words beside results', { conversationId: 't' }, [asked(true), result, user(text('And?'))]],
  ['bytes', {}, [user({ type: 'data', data: 'AA==', mediaType: 'image/png' })]],
  ['a document at a URL', {}, [user({ type: 'uri', uri: 'https://a.test/b.pdf', mediaType: 'application/pdf' })]],
  ['calls of another conversation', {}, [user(text('A')), asked(true), user(text('B'))]],
])('%s: nothing is sent', (_, options, messages) => {
  expect(() => plan(options, ...messages)).toThrow(expect.objectContaining({ code: 'invalid_request_error' }));
});

test('settings that the API lacks become warnings', () => {
  const { warnings } = plan({ stopSequences: ['.'], store: false, reasoning: { budgetTokens: 9 } });
  expect(warnings.map(({ message }) => message.split(' ')[0])).toEqual([
    'stopSequences',
    'reasoning.budgetTokens',
    'store',
  ]);
});
