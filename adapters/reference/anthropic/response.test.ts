import { expect, test } from 'vitest';
import { responseFromMessage } from './response.ts';

const usage = { input_tokens: 10, output_tokens: 5 };
const message = (content: unknown, members: object = {}) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-test',
  content,
  stop_reason: 'end_turn',
  usage,
  ...members,
});
const contentOf = (block: object) => responseFromMessage(message([block])).messages[0]?.contents[0];

test('the envelope', () => {
  const body = message([{ type: 'text', text: 'Hi.', citations: null }]);
  expect(responseFromMessage(body)).toEqual({
    messages: [{ role: 'assistant', contents: [{ type: 'text', text: 'Hi.' }], messageId: 'msg_1' }],
    responseId: 'msg_1',
    modelId: 'claude-test',
    finishReason: 'stop',
    usage: { inputTokens: 10, outputTokens: 5 },
    warnings: [],
    rawRepresentation: body,
  });
});

test('no contents, no message', () => {
  expect(responseFromMessage(message([])).messages).toEqual([]);
});

test.each([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool_calls'],
  ['refusal', 'content_filter'],
  ['pause_turn', 'pause_turn'],
  ['constructor', 'constructor'],
  [null, undefined],
])('stop reason %s is %s', (reason, expected) => {
  expect(responseFromMessage(message([], { stop_reason: reason })).finishReason).toBe(expected);
});

test('input from and into a cache is input; only what was read from it is cached', () => {
  const counts = {
    input_tokens: 3,
    cache_creation_input_tokens: 20,
    cache_read_input_tokens: 100,
    output_tokens: 7,
    output_tokens_details: { thinking_tokens: 2 },
  };
  expect(responseFromMessage(message([], { usage: counts })).usage).toEqual({
    inputTokens: 123,
    cachedInputTokens: 100,
    outputTokens: 7,
    reasoningTokens: 2,
  });
});

test('usage that is null, missing or absurd is not invented', () => {
  const odd = { input_tokens: -1, cache_read_input_tokens: null, output_tokens: 1.5, output_tokens_details: null };
  expect(responseFromMessage(message([], { usage: odd })).usage).toEqual({});
  expect(responseFromMessage(message([], { usage: undefined })).usage).toBeUndefined();
});

test('a call, with all the provider says of it', () => {
  const block = { type: 'tool_use', id: 'toolu_1', name: 'f', input: { a: [1] }, caller: { type: 'direct' } };
  expect(contentOf(block)).toEqual({
    type: 'function-call',
    callId: 'toolu_1',
    name: 'f',
    arguments: { a: [1] },
    rawRepresentation: block,
  });
});

test.each([
  [{}, { arguments: {} }],
  [{ input: null }, { arguments: {} }],
  [{ input: [1] }, { argumentsText: '[1]' }],
  [{ input: '{"a":' }, { argumentsText: '{"a":' }],
])('a call with %j', (members, expected) => {
  const block = { type: 'tool_use', id: 'toolu_1', name: 'f', ...members };
  expect(contentOf(block)).toEqual({
    type: 'function-call',
    callId: 'toolu_1',
    name: 'f',
    ...expected,
    rawRepresentation: block,
  });
});

test('reasoning with its opaque state', () => {
  const thinking = { type: 'thinking', thinking: 'Hm.', signature: 's1' };
  const redacted = { type: 'redacted_thinking', data: 'opaque' };
  expect(contentOf(thinking)).toEqual({
    type: 'reasoning',
    text: 'Hm.',
    protectedData: 's1',
    rawRepresentation: thinking,
  });
  expect(contentOf(redacted)).toEqual({
    type: 'reasoning',
    text: '',
    protectedData: 'opaque',
    rawRepresentation: redacted,
  });
});

test('citations become annotations, each with what the provider says of it', () => {
  const web = {
    type: 'web_search_result_location',
    url: 'https://a.test',
    title: 'A',
    cited_text: 'q',
    encrypted_index: 'e',
  };
  const page = { type: 'page_location', document_title: 'D', file_id: 'f', cited_text: 'p', start_page_number: 1 };
  const search = { type: 'search_result_location', source: 'https://b.test', title: null, cited_text: 'r' };
  const inner = { type: 'search_result_location', source: 'shelf 3', title: 'S', cited_text: 's' };
  const block = { type: 'text', text: 'T', citations: [web, page, search, inner] };
  expect(contentOf(block)).toEqual({
    type: 'text',
    text: 'T',
    annotations: [
      { url: 'https://a.test', title: 'A', snippet: 'q', rawRepresentation: web },
      { title: 'D', fileId: 'f', snippet: 'p', rawRepresentation: page },
      { url: 'https://b.test', snippet: 'r', rawRepresentation: search },
      { title: 'S', snippet: 's', rawRepresentation: inner },
    ],
    rawRepresentation: block,
  });
});

test('a text of which more is said than words keeps it', () => {
  const block = { type: 'text', text: 'T', citations: null, extra: 1 };
  expect(contentOf(block)).toEqual({ type: 'text', text: 'T', rawRepresentation: block });
});

test.each<[object, object]>([
  [
    { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'q' } },
    { tool: 'web-search', name: 'web_search', arguments: { query: 'q' } },
  ],
  [
    { type: 'server_tool_use', id: 's', name: 'bash_code_execution', input: {} },
    { tool: 'code-interpreter', name: 'bash_code_execution', arguments: {} },
  ],
  [
    { type: 'server_tool_use', id: 's', name: 'tool_search_tool_regex', input: {} },
    { tool: 'tool_search_tool_regex', name: 'tool_search_tool_regex', arguments: {} },
  ],
  [
    { type: 'mcp_tool_use', id: 's', name: 'search', server_name: 'docs', input: {} },
    { tool: 'mcp-server', name: 'search', serverName: 'docs', arguments: {} },
  ],
])('a hosted call: %j', (block, expected) => {
  expect(contentOf(block)).toEqual({ type: 'hosted-tool-call', callId: 's', ...expected, rawRepresentation: block });
});

test.each<[string, string, unknown, object[]]>([
  [
    'web_search_tool_result',
    'web-search',
    [{ url: 'https://a.test' }, { url: 'https://b.test' }],
    [
      { type: 'uri', uri: 'https://a.test' },
      { type: 'uri', uri: 'https://b.test' },
    ],
  ],
  [
    'web_search_tool_result',
    'web-search',
    { type: 'web_search_tool_result_error', error_code: 'unavailable' },
    [{ type: 'error', message: 'unavailable', errorCode: 'unavailable' }],
  ],
  [
    'web_fetch_tool_result',
    'web-fetch',
    { url: 'https://a.test', content: { type: 'document' } },
    [{ type: 'uri', uri: 'https://a.test' }],
  ],
  [
    'web_fetch_tool_result',
    'web-fetch',
    { url: 'https://a.test', content: { source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' } } },
    [
      { type: 'uri', uri: 'https://a.test' },
      { type: 'data', mediaType: 'application/pdf', data: 'AAAA' },
    ],
  ],
  [
    'code_execution_tool_result',
    'code-interpreter',
    { stdout: 'out', stderr: '', return_code: 0, content: [{ file_id: 'f' }] },
    [
      { type: 'text', text: 'out' },
      { type: 'hosted-file', fileId: 'f' },
    ],
  ],
  [
    'bash_code_execution_tool_result',
    'code-interpreter',
    { stdout: '', stderr: 'warned', return_code: 0, content: [] },
    [{ type: 'text', text: 'warned' }],
  ],
  [
    'bash_code_execution_tool_result',
    'code-interpreter',
    { stdout: 'o', stderr: '', return_code: 2, content: [] },
    [
      { type: 'text', text: 'o' },
      { type: 'error', message: 'The program ended with code 2.', errorCode: '2' },
    ],
  ],
  [
    'text_editor_code_execution_tool_result',
    'code-interpreter',
    { error_code: 'file_not_found', error_message: 'no x' },
    [{ type: 'error', message: 'no x', errorCode: 'file_not_found' }],
  ],
  [
    'text_editor_code_execution_tool_result',
    'code-interpreter',
    { content: 'line', file_type: 'text' },
    [{ type: 'text', text: 'line' }],
  ],
  ['mcp_tool_result', 'mcp-server', [{ type: 'text', text: 'a' }], [{ type: 'text', text: 'a' }]],
  ['mcp_tool_result', 'mcp-server', 'plain', [{ type: 'text', text: 'plain' }]],
  ['tool_search_tool_result', 'tool_search', { tool_references: [{ tool_name: 'x' }] }, []],
  ['tool_of_tomorrow_tool_result', 'tool_of_tomorrow', 7, []],
])('a hosted result: %s → %s', (type, tool, content, outputs) => {
  const block = { type, tool_use_id: 's', content };
  expect(contentOf(block)).toEqual({
    type: 'hosted-tool-result',
    callId: 's',
    tool,
    outputs,
    rawRepresentation: block,
  });
});

test('a hosted result that says it is an error', () => {
  const block = { type: 'mcp_tool_result', tool_use_id: 's', is_error: true, content: [{ type: 'text', text: 'no' }] };
  expect(contentOf(block)).toMatchObject({ outputs: [{ type: 'error', message: 'no' }] });
  expect(contentOf({ ...block, content: [] })).toMatchObject({
    outputs: [{ type: 'error', message: 'The tool failed without a message.' }],
  });
});

test('blocks without a type of their own arrive whole', () => {
  const compaction = { type: 'compaction', content: 'before that …', encrypted_content: 'e' };
  const upload = { type: 'container_upload', file_id: 'f' };
  expect(contentOf(compaction)).toMatchObject({ tool: 'compaction', rawRepresentation: compaction });
  expect(contentOf(upload)).toEqual({ type: 'hosted-file', fileId: 'f', rawRepresentation: upload });
});

test('why the model refused', () => {
  const details = { type: 'refusal', category: 'bio', explanation: 'Not this.' };
  expect(responseFromMessage(message([], { stop_reason: 'refusal', stop_details: details })).messages).toEqual([
    {
      role: 'assistant',
      messageId: 'msg_1',
      contents: [{ type: 'error', message: 'Not this.', errorCode: 'bio', rawRepresentation: details }],
    },
  ]);
});

test.each<[string, unknown]>([
  ['text', '<html>'],
  ['a list', []],
  ['nothing', undefined],
  ['no content', message(undefined)],
  ['content that is no list', message({})],
  ['a block that is no object', message(['x'])],
  ['a block without type', message([{ text: 'x' }])],
  ['a text without text', message([{ type: 'text' }])],
  ['a call without id', message([{ type: 'tool_use', name: 'f', input: {} }])],
  ['a hosted call without id', message([{ type: 'server_tool_use', name: 'web_search' }])],
  ['a citation that is no object', message([{ type: 'text', text: 'x', citations: [1] }])],
])('what is no message is a WireError: %s', (_title, body) => {
  expect(() => responseFromMessage(body)).toThrow(expect.objectContaining({ name: 'WireError' }));
});

test('an error with a status of success is an error', () => {
  const body = { type: 'error', error: { type: 'overloaded_error', message: 'later' }, request_id: 'req_1' };
  expect(() => responseFromMessage(body)).toThrow(
    expect.objectContaining({ name: 'ProviderError', code: 'overloaded_error', requestId: 'req_1', retryable: true }),
  );
});
