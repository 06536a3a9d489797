import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../lib/canonical-json.ts';
import { responseFromBody } from './response.ts';

const body = (output: unknown[], over: JsonObject = {}) => ({
  id: 'resp_1',
  model: 'm',
  status: 'completed',
  output,
  ...over,
});
const read = (output: unknown[], over: JsonObject = {}) => responseFromBody(body(output, over), true);
const contents = (...items: unknown[]) => read(items).messages.flatMap((message) => message.contents);

const part = (text: string, annotations: JsonObject[] = []) => ({ type: 'output_text', text, annotations });
const message = (id: string, ...content: JsonObject[]) => ({ type: 'message', id, role: 'assistant', content });
const call = {
  type: 'function_call',
  id: 'fc_1',
  call_id: 'call_1',
  name: 'f',
  arguments: '{"a":1}',
  status: 'completed',
};

test('a message, and what surrounds it', () => {
  const item = message('msg_1', part('Hi.'));
  const usage = {
    input_tokens: 9,
    input_tokens_details: { cached_tokens: 4 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 2 },
  };
  expect(responseFromBody(body([item], { usage, output_text: 'added by the SDK' }), true)).toEqual({
    messages: [
      { role: 'assistant', messageId: 'msg_1', contents: [{ type: 'text', text: 'Hi.', rawRepresentation: item }] },
    ],
    responseId: 'resp_1',
    conversationId: 'resp_1',
    modelId: 'm',
    finishReason: 'stop',
    usage: { inputTokens: 9, outputTokens: 5, cachedInputTokens: 4, reasoningTokens: 2 },
    warnings: [],
    rawRepresentation: body([item], { usage }),
  });
});

test('each message item is a message; what stands before the first and between them is kept', () => {
  const search = { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search' } };
  const [first, second] = [message('msg_1', part('a'), part('b')), message('msg_2', part('c'))];
  const { messages } = read([search, first, call, second]);
  expect(messages.map(({ messageId, contents: all }) => [messageId, all.map(({ type }) => type)])).toEqual([
    ['msg_1', ['hosted-tool-call', 'text', 'text', 'function-call']],
    ['msg_2', ['text']],
  ]);
});

test('what is not kept cannot be gone on with; what is part of a conversation goes on as that', () => {
  expect(responseFromBody(body([]), false).conversationId).toBeUndefined();
  expect(read([], { store: false }).conversationId).toBeUndefined();
  expect(read([], { conversation: { id: 'conv_1' } }).conversationId).toBe('conv_1');
});

test('citations point to the words, also after characters of two code units', () => {
  const text = '🏔️ It is 2469 m.';
  const url = { type: 'url_citation', url: 'https://a.example/', title: 'A', start_index: 9, end_index: 15 };
  const file = { type: 'file_citation', file_id: 'file_1', filename: 'a.pdf', index: 3 };
  const container = {
    type: 'container_file_citation',
    container_id: 'c',
    file_id: 'cf_1',
    filename: 'a.csv',
    start_index: 0,
    end_index: 99,
  };
  const item = message('msg_1', part(text, [url, file, container]));
  const [content] = contents(item);
  expect(content).toEqual({
    type: 'text',
    text,
    annotations: [
      { url: 'https://a.example/', title: 'A', startIndex: 10, endIndex: 16, rawRepresentation: url },
      { title: 'a.pdf', fileId: 'file_1', rawRepresentation: file },
      { title: 'a.csv', fileId: 'cf_1', startIndex: 0, endIndex: text.length, rawRepresentation: container },
    ],
    rawRepresentation: item,
  });
  expect(text.slice(10, 16)).toBe('2469 m');
});

test('a refusal is said, and is the reason to stop', () => {
  const item = message('msg_1', part('I '), { type: 'refusal', refusal: 'cannot.' });
  expect(read([item])).toMatchObject({ finishReason: 'content_filter' });
  expect(contents(item)).toEqual([
    { type: 'text', text: 'I ' },
    { type: 'error', message: 'cannot.', errorCode: 'refusal', rawRepresentation: item },
  ]);
});

test('a message without words keeps its place', () => {
  const item = message('msg_1');
  expect(contents(item)).toEqual([{ type: 'text', text: '', rawRepresentation: item }]);
});

const summary = [
  { type: 'summary_text', text: 'one ' },
  { type: 'summary_text', text: 'two' },
];
const own = [{ type: 'reasoning_text', text: 'three' }];
test.each<[JsonObject, JsonObject]>([
  [{ summary: [] }, { text: '' }],
  [
    { summary, encrypted_content: 'E' },
    { text: 'one two', protectedData: 'E' },
  ],
  [{ summary, content: own }, { text: 'one two' }],
  [{ summary: [], content: own }, { text: 'three' }],
])('reasoning %j', (members, expected) => {
  const item = { type: 'reasoning', id: 'rs_1', ...members };
  expect(contents(item)).toEqual([{ type: 'reasoning', ...expected, rawRepresentation: item }]);
});

test.each<[unknown, JsonObject]>([
  ['{"a":1}', { arguments: { a: 1 } }],
  ['', { arguments: {} }],
  [{ a: 1 }, { arguments: { a: 1 } }],
  ['{"a":', { argumentsText: '{"a":' }],
  ['[1]', { argumentsText: '[1]' }],
])('a call with the arguments %j', (written, expected) => {
  const item = { ...call, arguments: written };
  expect(contents(item)).toEqual([
    { type: 'function-call', callId: 'call_1', name: 'f', ...expected, rawRepresentation: item },
  ]);
  expect(read([item]).finishReason).toBe('tool_calls');
});

test.each(['call_id', 'name', 'arguments'])('a call without %s cannot be answered', (member) => {
  expect(() => contents({ ...call, [member]: undefined })).toThrow(`has no text in "${member}"`);
});

test('a search, with the pages it found or why it failed', () => {
  const action = { type: 'search', queries: ['q'], sources: [{ type: 'url', url: 'https://a.example/' }] };
  const found = { type: 'web_search_call', id: 'ws_1', status: 'completed', action };
  const named = { callId: 'ws_1', tool: 'web-search' };
  expect(contents(found)).toEqual([
    { type: 'hosted-tool-call', ...named, arguments: action, rawRepresentation: found },
    {
      type: 'hosted-tool-result',
      ...named,
      outputs: [{ type: 'uri', uri: 'https://a.example/' }],
      rawRepresentation: found,
    },
  ]);
  const failed = { ...found, status: 'failed', action: { type: 'open_page', url: 'https://a.example/' } };
  expect(contents(failed)[1]).toMatchObject({
    outputs: [{ type: 'error', message: 'The tool failed without a message.' }],
  });
  const silent = { ...found, action: { type: 'search', queries: ['q'] } };
  expect(contents(silent).map(({ type }) => type)).toEqual(['hosted-tool-call']);
});

test.each<[JsonObject, string, JsonObject[], unknown]>([
  [
    {
      type: 'code_interpreter_call',
      code: 'print(1)',
      container_id: 'c',
      outputs: [
        { type: 'logs', logs: '1' },
        { type: 'image', url: 'data:image/png;base64,AA' },
      ],
    },
    'code-interpreter',
    [
      { type: 'text', text: '1' },
      { type: 'data', data: 'AA', mediaType: 'image/png' },
    ],
    { code: 'print(1)', container_id: 'c' },
  ],
  [{ type: 'code_interpreter_call', code: 'x', outputs: [] }, 'code-interpreter', [], { code: 'x' }],
  [
    {
      type: 'file_search_call',
      queries: ['q'],
      results: [{ file_id: 'f', filename: 'a.pdf', score: 1, text: 'words' }, { file_id: 'g' }],
    },
    'file-search',
    [
      { type: 'text', text: 'words', annotations: [{ fileId: 'f', title: 'a.pdf' }] },
      { type: 'hosted-file', fileId: 'g' },
    ],
    { queries: ['q'] },
  ],
  [
    { type: 'mcp_call', name: 'roll', server_label: 'dice', arguments: '{"n":2}', output: '7', error: null },
    'mcp-server',
    [{ type: 'text', text: '7' }],
    { n: 2 },
  ],
  [
    {
      type: 'mcp_call',
      name: 'roll',
      server_label: 'dice',
      arguments: '{}',
      error: { type: 'http_error', code: 401, message: 'no' },
    },
    'mcp-server',
    [{ type: 'error', message: 'no', errorCode: '401' }],
    {},
  ],
  [
    {
      type: 'mcp_call',
      name: 'roll',
      server_label: 'dice',
      arguments: '{}',
      error: { type: 'mcp_tool_execution_error', content: [{ type: 'text', text: 'boom' }] },
    },
    'mcp-server',
    [{ type: 'error', message: 'boom' }],
    {},
  ],
  [
    { type: 'mcp_call', name: 'roll', arguments: '{"n', error: 'gone' },
    'mcp-server',
    [{ type: 'error', message: 'gone' }],
    '{"n',
  ],
  [
    { type: 'mcp_list_tools', server_label: 'dice', tools: [{ name: 'roll' }] },
    'mcp-server',
    [],
    { server_label: 'dice' },
  ],
  [
    { type: 'image_generation_call', result: 'AAAA', output_format: 'webp' },
    'image-generation',
    [{ type: 'data', data: 'AAAA', mediaType: 'image/webp' }],
    { output_format: 'webp' },
  ],
  [
    { type: 'image_generation_call', result: 'AAAA' },
    'image-generation',
    [{ type: 'data', data: 'AAAA', mediaType: 'image/png' }],
    {},
  ],
])('a hosted item %j', (members, tool, outputs, asked) => {
  const item = { id: 'it_1', status: 'completed', ...members };
  expect(contents(item)).toMatchObject([
    { type: 'hosted-tool-call', callId: 'it_1', tool, arguments: asked, rawRepresentation: item },
    { type: 'hosted-tool-result', callId: 'it_1', tool, outputs, rawRepresentation: item },
  ]);
});

const shellOutput = (stdout: string, stderr: string, outcome: JsonObject) => ({
  type: 'shell_call_output',
  call_id: 'call_1',
  output: [{ stdout, stderr, outcome }],
});
test.each<[JsonObject, string, JsonObject[]]>([
  [
    shellOutput('a', 'b', { type: 'exit', exit_code: 0 }),
    'shell',
    [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ],
  ],
  [shellOutput('', 'b', { type: 'exit', exit_code: 2 }), 'shell', [{ type: 'error', message: 'b', errorCode: '2' }]],
  [
    shellOutput('', '', { type: 'exit', exit_code: 2 }),
    'shell',
    [{ type: 'error', message: 'The program ended with code 2.', errorCode: '2' }],
  ],
  [
    shellOutput('', '', { type: 'timeout' }),
    'shell',
    [{ type: 'error', message: 'The program ran out of time.', errorCode: 'timeout' }],
  ],
  [{ type: 'program_output', call_id: 'call_1', result: '{}' }, 'program', [{ type: 'text', text: '{}' }]],
])('a hosted result alone: %j', (item, tool, outputs) => {
  expect(contents(item)).toEqual([
    { type: 'hosted-tool-result', callId: 'call_1', tool, outputs, rawRepresentation: item },
  ]);
});

test.each<JsonObject>([
  { type: 'item_of_tomorrow', id: 'x_1', words: 'kept' },
  // Nobody could link what has no id.
  { type: 'tool_of_tomorrow_call', arguments: '{}' },
])('nothing is lost: %j', (item) => {
  expect(contents(item)).toMatchObject([{ type: 'hosted-tool-result', outputs: [], rawRepresentation: item }]);
});

const check = { id: 'sc_1', code: 'malicious_instructions', message: 'Look twice.' };
const exec = { commands: ['ls'], timeout_ms: null, max_output_length: 10 };
test.each<[JsonObject, object]>([
  [
    { type: 'computer_call', actions: [{ type: 'click', x: 1, y: 2, button: 'left' }, { type: 'wait' }] },
    { tool: 'computer-use', actions: [{ type: 'click', x: 1, y: 2, button: 'left' }, { type: 'wait' }] },
  ],
  [
    { type: 'computer_call', action: { type: 'screenshot' }, pending_safety_checks: [check] },
    { tool: 'computer-use', actions: [{ type: 'screenshot' }], pendingSafetyChecks: [check] },
  ],
  [
    { type: 'shell_call', action: exec },
    { tool: 'shell', actions: [{ type: 'exec', ...exec }] },
  ],
  [
    { type: 'shell_call', action: exec, environment: { type: 'local' } },
    { tool: 'shell', actions: [{ type: 'exec', ...exec }] },
  ],
  [
    { type: 'local_shell_call', action: { type: 'exec', command: ['ls'], env: {} } },
    { tool: 'shell', actions: [{ type: 'exec', command: ['ls'], env: {} }] },
  ],
  [
    { type: 'apply_patch_call', operation: { type: 'delete_file', path: 'a' } },
    { tool: 'text-editor', actions: [{ type: 'delete_file', path: 'a' }] },
  ],
])('the application is asked to act: %j', (members, expected) => {
  const item = { id: 'it_1', call_id: 'call_1', status: 'completed', ...members };
  expect(contents(item)).toEqual([{ type: 'action-call', callId: 'call_1', ...expected, rawRepresentation: item }]);
  expect(read([item]).finishReason).toBe('tool_calls');
  expect(() => contents({ ...item, call_id: null })).toThrow('call_id');
});

test('what a shell of OpenAI was asked is answered by OpenAI', () => {
  const environment = { type: 'container_reference', container_id: 'cntr_1' };
  const item = { type: 'shell_call', id: 'sh_1', call_id: 'call_1', action: exec, environment };
  expect(contents(item)).toMatchObject([{ type: 'hosted-tool-call', tool: 'shell', arguments: exec }]);
  expect(read([item]).finishReason).toBe('stop');
});

test('a custom tool is asked in free text, even where that looks like JSON', () => {
  const item = { type: 'custom_tool_call', id: 'ctc_1', call_id: 'call_1', name: 'sql', input: '{"a":1}' };
  expect(contents(item)).toEqual([
    { type: 'function-call', callId: 'call_1', name: 'sql', argumentsText: '{"a":1}', rawRepresentation: item },
  ]);
  expect(read([item]).finishReason).toBe('tool_calls');
});

test('leave is asked', () => {
  const item = { type: 'mcp_approval_request', id: 'mcpr_1', server_label: 'dice', name: 'roll', arguments: '{"n":2}' };
  expect(contents(item)).toEqual([
    {
      type: 'approval-request',
      requestId: 'mcpr_1',
      tool: 'mcp-server',
      name: 'roll',
      serverName: 'dice',
      arguments: { n: 2 },
      rawRepresentation: item,
    },
  ]);
  expect(read([item]).finishReason).toBe('tool_calls');
});

test.each<[JsonObject, string | undefined]>([
  [{ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }, 'length'],
  [{ status: 'incomplete', incomplete_details: { reason: 'content_filter' } }, 'content_filter'],
  [{ status: 'incomplete', incomplete_details: { reason: 'steered' } }, 'steered'],
  [{ status: 'incomplete', incomplete_details: null }, 'incomplete'],
  [{ status: 'cancelled' }, 'cancelled'],
  [{ status: 'queued' }, undefined],
])('a response with %j, even with a call, ends with %s', (over, expected) => {
  expect(read([call], over).finishReason).toBe(expected);
});

test.each([
  { status: 'failed', error: { code: 'server_error', message: 'Boom.' } },
  { status: 'failed', error: null },
])('a response that failed is a ProviderError: %j', (over) => {
  expect(() => read([], over)).toThrow(expect.objectContaining({ name: 'ProviderError', code: over.error?.code }));
});

test.each<[string, unknown]>([
  ['a page', '<html>'],
  ['nothing', undefined],
  ['a list', []],
  ['an object without output', { id: 'resp_1' }],
  ['output that holds text', body(['text'])],
  ['an item without a type', body([{ id: 'x' }])],
])('%s is a WireError', (_title, odd) => {
  expect(() => responseFromBody(odd, true)).toThrow(expect.objectContaining({ name: 'WireError' }));
});

test('numbers that are none are left out', () => {
  expect(read([], { usage: { input_tokens: 'many', output_tokens: -1 } }).usage).toEqual({});
  expect(read([]).usage).toBeUndefined();
});
