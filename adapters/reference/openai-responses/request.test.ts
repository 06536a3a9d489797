import { expect, test } from 'vitest';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ChatMessage,
  type ChatOptions,
  type Content,
  foldUpdates,
  InvalidToolError,
  type Tool,
  type ToolMode,
  UnsupportedToolError,
} from '../../../spec/contract/index.ts';
import { conversation } from '../shared/responses/input.ts';
import { buildRequest, declaration } from '../shared/responses/request.ts';
import { responseFromBody } from '../shared/responses/response.ts';
import { updatesFromEvents } from '../shared/responses/stream.ts';
import { toolChoice } from '../shared/responses/tools.ts';

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

// What OpenAI said goes back to it unchanged, whole or streamed, after the application stored it as JSON.

const message = (id: string, ...content: JsonObject[]) => ({
  type: 'message',
  id,
  role: 'assistant',
  phase: 'final_answer',
  content,
});
const part = (text: string, annotations: JsonObject[] = []) => ({
  type: 'output_text',
  text,
  annotations,
  logprobs: [],
});
const call = {
  type: 'function_call',
  id: 'fc_1',
  call_id: 'call_1',
  name: 'f',
  arguments: '{ "a" : 1.0 }',
  namespace: 'n',
};
const output: JsonObject[] = [
  { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'hm' }], encrypted_content: 'E1' },
  { type: 'reasoning', id: 'rs_2', summary: [], encrypted_content: 'E2' },
  {
    type: 'web_search_call',
    id: 'ws_1',
    status: 'completed',
    action: { type: 'search', sources: [{ type: 'url', url: 'https://a.example' }] },
  },
  message(
    'msg_1',
    part('one '),
    part('two', [{ type: 'url_citation', url: 'https://a.example', start_index: 0, end_index: 3 }]),
  ),
  { type: 'web_search_call', id: 'ws_2', status: 'failed', action: { type: 'search' } },
  { type: 'code_interpreter_call', id: 'ci_1', code: 'x', outputs: [{ type: 'logs', logs: '1' }] },
  { type: 'shell_call_output', id: 'sho_1', call_id: 'call_s', output: [] },
  { type: 'item_of_tomorrow', id: 'x_1' },
  { type: 'mcp_approval_request', id: 'mcpr_1', server_label: 's', name: 'n', arguments: '{}' },
  message('msg_2', { type: 'refusal', refusal: 'No.' }),
  call,
];
const body = { id: 'resp_1', status: 'completed', output };

async function* events() {
  for (const [output_index, item] of output.entries()) {
    const place = { output_index, item_id: item.id ?? null };
    yield { type: 'response.output_item.added', output_index, item: { ...item, content: [], summary: [] } };
    if (item.id === 'msg_1') {
      for (const delta of ['one', ' t', 'wo']) yield { type: 'response.output_text.delta', ...place, delta };
    }
    if (item.id === 'rs_1') yield { type: 'response.reasoning_summary_text.delta', ...place, delta: 'hm' };
    yield { type: 'response.output_item.done', output_index, item };
  }
  yield { type: 'response.completed', response: body };
}

async function answers(): Promise<[string, readonly ChatMessage[]][]> {
  const updates = [];
  for await (const update of updatesFromEvents(events(), true)) updates.push(update);
  const stored = (messages: readonly ChatMessage[]): ChatMessage[] => JSON.parse(JSON.stringify(messages));
  return [
    ['complete', stored(responseFromBody(body, true).messages)],
    ['stream', stored(foldUpdates(updates).messages)],
  ];
}

test.each(await answers())('%s: every item goes back as it came, once and in order', (_mode, messages) => {
  const { input, warnings } = conversation(messages, false);
  expect(input).toEqual(output);
  expect(warnings).toEqual([]);
});

/** The assistant's contents, one of them changed by the application. */
const changed = (messages: readonly ChatMessage[], change: (content: Content) => Content | undefined) =>
  conversation(
    messages.map((m) => ({ ...m, contents: m.contents.flatMap((content) => change(content) ?? []) })),
    false,
  ).input;

test.each(await answers())('%s: words that the application changed stand over the item', (_mode, messages) => {
  const items = changed(messages, (content) =>
    content.type === 'text' && content.text !== '' ? { ...content, text: content.text.replace('one', 'ONE') } : content,
  );
  expect(items).toContainEqual({ type: 'message', role: 'assistant', content: 'ONE two' });
  expect(items.some(({ id }) => id === 'msg_1')).toBe(false);
});

test.each(await answers())(
  '%s: words of the application before an item are a message of their own',
  (_mode, messages) => {
    const [first, ...others] = messages;
    const words: Content = { type: 'text', text: 'Note: ' };
    const at = first?.contents.findIndex(({ type }) => type === 'text') ?? 0;
    const contents = [...(first?.contents.slice(0, at) ?? []), words, ...(first?.contents.slice(at) ?? [])];
    const { input } = conversation([{ role: 'assistant', contents }, ...others], false);
    expect(input.slice(3, 5)).toEqual([{ type: 'message', role: 'assistant', content: 'Note: ' }, output[3]]);
  },
);

test.each<[JsonObject, string]>([
  [{ a: 1 }, '{ "a" : 1.0 }'],
  [{ a: 2 }, '{"a":2}'],
])('a call whose arguments are %j goes back as %s', (args, written) => {
  const { messages } = responseFromBody({ ...body, output: [call] }, true);
  expect(
    changed(messages, (content) => (content.type === 'function-call' ? { ...content, arguments: args } : content)),
  ).toEqual([{ ...call, arguments: written }]);
});

const declare = (...tools: unknown[]) => declaration(tools as Tool[], 'the-adapter', 'gpt-5.5');
const wire = (tool: unknown) => declare(tool).tools[0];
const named = (name: string, parameters: unknown = { type: 'object' }) => ({ type: 'function', name, parameters });
const raw = { type: 'raw', providerApi: 'openai-responses', declaration: { type: 'shell' } };

test('a function is declared flat, with what the caller gave, and strict only if asked for', () => {
  const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], $comment: 'kept' };
  expect(wire({ type: 'function', name: 'f', description: 'does f', parameters, strict: true })).toEqual({
    type: 'function',
    name: 'f',
    description: 'does f',
    parameters,
    strict: true,
  });
  expect(wire(named('f'))).toEqual({ type: 'function', name: 'f', parameters: { type: 'object' }, strict: false });
});

test('a schema without a type gets one', () => {
  expect(wire(named('f', { properties: {} }))).toMatchObject({ parameters: { type: 'object', properties: {} } });
});

test.each([
  ['a list', ['x']],
  ['a boolean', true],
  ['another type', { type: 'string' }],
  ['several types', { type: ['object', 'null'] }],
])('a schema that is %s is refused', (_title, parameters) => {
  expect(() => wire(named('f', parameters))).toThrow(InvalidToolError);
});

test.each(['A-z_0', '9', 'a'.repeat(128)])('the name %s is taken', (name) => {
  expect(wire(named(name))).toMatchObject({ name });
});

test.each(['', 'get weather', 'server/tool', 'été', 'a.b', 'a\n'])('the name %j is refused', (name) => {
  expect(() => wire(named(name))).toThrow(InvalidToolError);
});

test('web search is declared with what bounds it, and asks for the pages it found', () => {
  expect(declare({ type: 'web-search' })).toEqual({
    tools: [{ type: 'web_search' }],
    include: ['web_search_call.action.sources'],
    warnings: [],
    maxToolCalls: undefined,
  });
  const userLocation = { city: 'Porto', country: 'PT', timezone: 'Europe/Lisbon' };
  expect(wire({ type: 'web-search', allowedDomains: ['a.example'], userLocation })).toEqual({
    type: 'web_search',
    filters: { allowed_domains: ['a.example'] },
    user_location: { type: 'approximate', ...userLocation },
  });
  expect(declare({ type: 'web-search', blockedDomains: ['b.example'] })).toMatchObject({
    tools: [{ type: 'web_search', filters: { blocked_domains: ['b.example'] } }],
    warnings: [],
  });
});

test('a limit of uses is sent where search is the only tool that OpenAI runs', () => {
  const search = { type: 'web-search', maximumUses: 2 };
  expect(declare(search, named('f'))).toMatchObject({ maxToolCalls: 2, warnings: [] });
  const beside = declare(search, raw);
  expect(beside.maxToolCalls).toBeUndefined();
  expect(beside.warnings).toMatchObject([{ code: 'unsupported-setting', message: /^maximumUses/ }]);
});

test('a declaration in the words of OpenAI goes through as it is', () => {
  expect(wire(raw)).toBe(raw.declaration);
});

test('a declaration in the words of another API is refused', () => {
  expect(() => wire({ type: 'raw', providerApi: 'anthropic', declaration: {} })).toThrow(
    /"anthropic".*"openai-responses"/,
  );
});

test.each(['web-fetch', 'text-editor', 'openapi', 'provider-specific', 'no such tool'])(
  'a tool of type %s is refused, with what would work',
  (type) => {
    const attempt = () => wire({ type });
    expect(attempt).toThrow(UnsupportedToolError);
    expect(attempt).toThrow(/"the-adapter" has no tool ".*It supports: function, .*web-search, .*raw\.$/);
  },
);

test.each<[object, object, string | undefined]>([
  [
    { type: 'code-interpreter' },
    { type: 'code_interpreter', container: { type: 'auto' } },
    'code_interpreter_call.outputs',
  ],
  [
    { type: 'code-interpreter', fileIds: ['file_1'] },
    { type: 'code_interpreter', container: { type: 'auto', file_ids: ['file_1'] } },
    'code_interpreter_call.outputs',
  ],
  [
    { type: 'code-interpreter', containerId: 'cntr_1' },
    { type: 'code_interpreter', container: 'cntr_1' },
    'code_interpreter_call.outputs',
  ],
  [
    { type: 'file-search', vectorStoreIds: ['vs_1'], maximumResultCount: 3, scoreThreshold: 0 },
    { type: 'file_search', vector_store_ids: ['vs_1'], max_num_results: 3, ranking_options: { score_threshold: 0 } },
    'file_search_call.results',
  ],
  [
    {
      type: 'mcp-server',
      serverName: 'docs',
      serverAddress: 'https://mcp.example/mcp',
      serverDescription: 'The docs.',
      allowedTools: ['search'],
      approvalMode: 'never',
      authorizationToken: 'token',
    },
    {
      type: 'mcp',
      server_label: 'docs',
      server_url: 'https://mcp.example/mcp',
      server_description: 'The docs.',
      allowed_tools: ['search'],
      require_approval: 'never',
      authorization: 'token',
    },
    undefined,
  ],
  [
    { type: 'image-generation', size: '1024x1024', outputMediaType: 'image/svg+xml', partialImageCount: 0 },
    { type: 'image_generation', size: '1024x1024', output_format: 'svg', partial_images: 0 },
    undefined,
  ],
  [{ type: 'shell' }, { type: 'shell', environment: { type: 'local' } }, undefined],
])('%j is declared as %j', (tool, expected, included) => {
  const { tools, include, warnings } = declare(tool);
  expect(tools).toEqual([expected]);
  expect(include).toEqual(included === undefined ? [] : [included]);
  expect(warnings).toEqual([]);
});

test('a computer is declared in the form that the model knows, and what this has no place for is warned of', () => {
  const computer = { type: 'computer-use', displayWidth: 1024, displayHeight: 768, environment: 'browser' } as const;
  const today = declare(computer);
  expect(today.tools).toEqual([{ type: 'computer' }]);
  expect(today.warnings.map(({ message }) => message.split(' ')[0])).toEqual([
    'displayWidth',
    'displayHeight',
    'environment',
  ]);
  const preview = declaration([computer], 'the-adapter', 'computer-use-preview-2025-03-11');
  expect(preview).toMatchObject({
    tools: [{ type: 'computer_use_preview', display_width: 1024, display_height: 768, environment: 'browser' }],
    warnings: [],
  });
});

test.each<[object, string]>([
  [{ type: 'code-interpreter', containerId: 'cntr_1', fileIds: ['file_1'] }, 'containerId'],
  [{ type: 'image-generation', outputMediaType: 'image/bmp' }, 'image/bmp'],
])('%j cannot be said', (tool, named) => {
  expect(() => declare(tool)).toThrow(InvalidToolError);
  expect(() => declare(tool)).toThrow(named);
});

test.each<[ToolMode | undefined, unknown]>([
  [undefined, undefined],
  [{ type: 'auto' }, 'auto'],
  [{ type: 'none' }, 'none'],
  [{ type: 'required' }, 'required'],
  [
    { type: 'required', functionName: 'f' },
    { type: 'function', name: 'f' },
  ],
])('the mode %j is the choice %j', (toolMode, expected) => {
  const tools: Tool[] = [{ type: 'function', name: 'f', parameters: { type: 'object' } }];
  expect(toolChoice(toolMode ? { tools, toolMode } : { tools })).toEqual(expected);
});
