import { expect, test } from 'vitest';
import type { ChatMessage, ChatOptions, Content } from '../../../spec/contract/index.ts';
import { buildRequest } from './request.ts';

const context = { settings: { model: 'gpt-test' }, adapterId: 'the-adapter', stream: false };
const request = (messages: ChatMessage[], options: ChatOptions = {}, stream = false) =>
  buildRequest(messages, options, { ...context, stream });
const says = (role: ChatMessage['role'], ...contents: Content[]): ChatMessage => ({ role, contents });
const user = (text: string) => says('user', { type: 'text', text });
const hello = user('Hello.');
const input = (...messages: ChatMessage[]) => request(messages).body.input;
const userItem = (text: string) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });

test('the least that can be said', () => {
  expect(request([hello])).toEqual({ body: { model: 'gpt-test', input: [userItem('Hello.')] }, warnings: [] });
});

test('all that can be said', () => {
  const { body, warnings } = request([hello], {
    modelId: 'gpt-other',
    instructions: 'Be brief.',
    tools: [
      { type: 'function', name: 'f', parameters: { type: 'object' } },
      { type: 'web-search', maximumUses: 3 },
    ],
    toolMode: { type: 'required', functionName: 'f' },
    allowMultipleToolCalls: false,
    maxOutputTokens: 100,
    temperature: 0.5,
    reasoning: { effort: 'low' },
    store: false,
  });
  expect(body).toEqual({
    model: 'gpt-other',
    instructions: 'Be brief.',
    input: [userItem('Hello.')],
    store: false,
    include: ['web_search_call.action.sources', 'reasoning.encrypted_content'],
    tools: [{ type: 'function', name: 'f', parameters: { type: 'object' }, strict: false }, { type: 'web_search' }],
    tool_choice: { type: 'function', name: 'f' },
    parallel_tool_calls: false,
    max_tool_calls: 3,
    max_output_tokens: 100,
    temperature: 0.5,
    reasoning: { effort: 'low' },
  });
  expect(warnings).toEqual([]);
});

test('what is empty is not sent', () => {
  const { body } = request([hello], { tools: [], instructions: '', stopSequences: [] });
  expect(Object.keys(body)).toEqual(['model', 'input']);
});

test('a setting that the API lacks is not sent, and said so', () => {
  const { body, warnings } = request([hello], { stopSequences: ['.'], reasoning: { budgetTokens: 5 } });
  expect(Object.keys(body)).toEqual(['model', 'input']);
  expect(warnings).toMatchObject([
    { code: 'unsupported-setting', message: /^stopSequences/ },
    { code: 'unsupported-setting', message: /^reasoning\.budgetTokens/ },
  ]);
});

test('the method alone decides on streaming, and break-glass comes last in all else', () => {
  expect(request([hello], {}, true).body.stream).toBe(true);
  const patch = { stream: true, model: null, store: false, metadata: { a: 'b' }, input: [] };
  expect(request([hello], { rawRepresentation: patch }).body).toEqual({
    input: [],
    store: false,
    metadata: { a: 'b' },
  });
});

const called: Content = { type: 'function-call', callId: 'call_1', name: 'f', arguments: {} };
const result: Content = { type: 'function-result', callId: 'call_1', result: 'sun' };

test('of a conversation that OpenAI keeps, only what came after the assistant goes out', () => {
  const talk = [
    says('system', { type: 'text', text: 'Be kind.' }),
    hello,
    says('assistant', called),
    says('tool', result),
  ];
  const tools: ChatOptions['tools'] = [{ type: 'function', name: 'f', parameters: { type: 'object' } }];
  const { body } = request(talk, { conversationId: 'resp_1', instructions: 'Be brief.', tools });
  expect(body).toMatchObject({
    previous_response_id: 'resp_1',
    instructions: 'Be brief.',
    tools: [{ name: 'f' }],
    input: [{ type: 'function_call_output', call_id: 'call_1', output: 'sun' }],
  });
  expect(body.input).toHaveLength(1);
  expect(request([hello], { conversationId: 'conv_1' }).body).toMatchObject({
    conversation: 'conv_1',
    input: [userItem('Hello.')],
  });
  expect(request(talk).body.input).toHaveLength(4);
});

test('roles', () => {
  expect(
    input(says('system', { type: 'text', text: 'Be kind.' }), says('assistant', { type: 'text', text: 'Yes?' }), hello),
  ).toEqual([
    { type: 'message', role: 'system', content: [{ type: 'input_text', text: 'Be kind.' }] },
    { type: 'message', role: 'assistant', content: 'Yes?' },
    userItem('Hello.'),
  ]);
});

test('messages without words are left out', () => {
  expect(input(user(''), says('system'), says('assistant', { type: 'text', text: '' }), hello)).toEqual([
    userItem('Hello.'),
  ]);
});

test('pictures and files', () => {
  const contents: Content[] = [
    { type: 'data', mediaType: 'image/png', data: 'AAAA' },
    { type: 'data', mediaType: 'application/pdf', data: 'BBBB', name: 'plan.pdf' },
    { type: 'data', mediaType: 'text/csv', data: 'CCCC' },
    { type: 'uri', uri: 'https://a.example/x.JPG?y=1' },
    { type: 'uri', uri: 'https://a.example/x', mediaType: 'image/webp' },
    { type: 'uri', uri: 'https://a.example/x.pdf' },
    { type: 'hosted-file', fileId: 'file_1' },
    { type: 'hosted-file', fileId: 'file_2', mediaType: 'image/png' },
  ];
  expect(input(says('user', ...contents))).toEqual([
    {
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,AAAA' },
        { type: 'input_file', filename: 'plan.pdf', file_data: 'data:application/pdf;base64,BBBB' },
        { type: 'input_file', filename: 'file.csv', file_data: 'data:text/csv;base64,CCCC' },
        { type: 'input_image', detail: 'auto', image_url: 'https://a.example/x.JPG?y=1' },
        { type: 'input_image', detail: 'auto', image_url: 'https://a.example/x' },
        { type: 'input_file', file_url: 'https://a.example/x.pdf' },
        { type: 'input_file', file_id: 'file_1' },
        { type: 'input_image', detail: 'auto', file_id: 'file_2' },
      ],
    },
  ]);
});

test.each<[Partial<Extract<Content, { type: 'function-result' }>>, unknown]>([
  [{ result: 'as it is' }, 'as it is'],
  [{ result: '' }, ''],
  [{ result: { a: [1] } }, '{"a":[1]}'],
  [{ result: null }, 'null'],
  [{}, 'null'],
  [{ error: 'no "luck"' }, 'Error: no "luck"'],
  [{ error: '' }, 'Error: The function failed without a message.'],
])('a result %j goes out as %j', (said, output) => {
  expect(input(says('tool', { type: 'function-result', callId: 'call_1', ...said }))).toEqual([
    { type: 'function_call_output', call_id: 'call_1', output },
  ]);
});

test('a result may carry what the contract has no member for; what the contract says stands over it', () => {
  const raw = {
    type: 'function_call_output',
    call_id: 'old',
    output: [{ type: 'input_image', file_id: 'f' }],
    id: 'fco_1',
  };
  const carried: Content = { type: 'function-result', callId: 'call_1', rawRepresentation: raw };
  expect(input(says('tool', carried))).toEqual([{ ...raw, call_id: 'call_1' }]);
  expect(input(says('tool', { ...carried, result: 'sun' }))).toEqual([{ ...raw, call_id: 'call_1', output: 'sun' }]);
});

test('results part the words around them', () => {
  const before: Content = { type: 'text', text: 'a' };
  const after: Content = { type: 'text', text: 'b' };
  expect(input(says('user', before, result, after))).toEqual([
    userItem('a'),
    { type: 'function_call_output', call_id: 'call_1', output: 'sun' },
    userItem('b'),
  ]);
});

test('an approval refers to its request', () => {
  const answer: Content = { type: 'approval-response', requestId: 'mcpr_1', approved: false, reason: 'no' };
  expect(input(says('user', answer))).toEqual([
    { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: false, reason: 'no' },
  ]);
});

test('calls and reasoning that were not read from OpenAI', () => {
  const { body, warnings } = request([
    says(
      'assistant',
      { type: 'reasoning', text: 'hm' },
      { type: 'reasoning', text: 'hm', protectedData: 'E' },
      { type: 'reasoning', text: '', protectedData: 'F' },
      called,
      { type: 'function-call', callId: 'call_2', name: 'g', argumentsText: '{"cut' },
    ),
  ]);
  expect(body.input).toEqual([
    { type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{}' },
    { type: 'function_call', call_id: 'call_2', name: 'g', arguments: '{"cut' },
  ]);
  const unsent = 'reasoning-not-sent';
  expect(warnings.map(({ code }) => code)).toEqual([unsent, unsent, unsent]);
});

const png: Content = { type: 'data', mediaType: 'image/png', data: '' };
test.each<[string, ChatMessage]>([
  ['a picture in a system message', says('system', png)],
  ['a picture of the assistant', says('assistant', png)],
  ['a hosted call from elsewhere', says('assistant', { type: 'hosted-tool-call', callId: 'x', tool: 'web-search' })],
  ['an unknown role', { role: 'critic', contents: [] } as unknown as ChatMessage],
])('%s has no words', (_title, message) => {
  expect(() => input(message)).toThrow(/^Nothing was sent to OpenAI: /);
});
