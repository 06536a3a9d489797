import { describe, expect, test } from 'vitest';
import type { ChatMessage, ChatOptions, Content, Tool } from '../../../spec/contract/index.ts';
import { buildRequest } from './request.ts';

const build = (messages: ChatMessage[], options: ChatOptions = {}) =>
  buildRequest(messages, options, { settings: { model: 'm' }, adapterId: 'reference' });
const say = (role: ChatMessage['role'], ...contents: Content[]): ChatMessage => ({ role, contents });
const text = (words: string): Content => ({ type: 'text', text: words });
const blocks = (role: ChatMessage['role'], ...contents: Content[]) => {
  const [message] = build([say(role, ...contents)]).body.messages as unknown as [{ content: unknown[] }];
  return message.content;
};
const body = (options: ChatOptions, ...messages: ChatMessage[]) => build(messages, options).body;
const refusalOf = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error;
  }
};

describe('tools', () => {
  test('each has its place', () => {
    const parameters = { type: 'object', properties: { city: { type: 'string' } } };
    const point = { cachePoint: { type: 'default' } };
    const tools: Tool[] = [
      { type: 'function', name: 'f', description: 'd', parameters, strict: true },
      { type: 'web-search' },
      { type: 'code-interpreter' },
      { type: 'raw', providerApi: 'bedrock-converse', declaration: point },
      { type: 'computer-use', displayWidth: 10, displayHeight: 20 },
      { type: 'text-editor', maximumCharacters: 5 },
      { type: 'shell' },
    ];
    expect(body({ tools, toolMode: { type: 'required', functionName: 'f' } })).toEqual({
      messages: [],
      toolConfig: {
        tools: [
          { toolSpec: { name: 'f', description: 'd', inputSchema: { json: parameters }, strict: true } },
          { systemTool: { name: 'nova_grounding' } },
          { systemTool: { name: 'nova_code_interpreter' } },
          point,
        ],
        toolChoice: { tool: { name: 'f' } },
      },
      additionalModelRequestFields: {
        tools: [
          { type: 'computer_20250124', name: 'computer', display_width_px: 10, display_height_px: 20 },
          { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool', max_characters: 5 },
          { type: 'bash_20250124', name: 'bash' },
        ],
        anthropic_beta: ['computer-use-2025-01-24'],
      },
    });
  });

  test.each<[Tool, string, RegExp]>([
    [{ type: 'web-search', allowedDomains: ['a.example'] }, 'InvalidToolError', /"allowedDomains" has no place/],
    [{ type: 'code-interpreter', fileIds: ['f'] }, 'InvalidToolError', /"fileIds" has no place/],
    [{ type: 'function', name: 'a b', parameters: {} }, 'InvalidToolError', /1 to 64 letters/],
    [{ type: 'function', name: 'a', parameters: { type: 'array' } }, 'InvalidToolError', /"object" alone/],
    [{ type: 'raw', providerApi: 'anthropic', declaration: {} }, 'InvalidToolError', /words of "anthropic"/],
    [{ type: 'image-generation' }, 'UnsupportedToolError', /It supports: function, code-interpreter, web-search/],
  ])('%j is refused', (tool, name, message) => {
    expect(refusalOf(() => body({ tools: [tool] }))).toMatchObject({ name, message: expect.stringMatching(message) });
  });

  test('calls in a conversation want a tool beside them, where those of the caller have no place there', () => {
    const call = say('assistant', { type: 'function-call', callId: 'a', name: 'f', arguments: {} });
    const standIn = {
      tools: [{ toolSpec: { name: 'no_tool', inputSchema: { json: { type: 'object', properties: {} } } } }],
    };
    expect(body({}, call).toolConfig).toBeUndefined();
    expect(body({ tools: [{ type: 'shell' }] }, call).toolConfig).toEqual(standIn);
    expect(body({ tools: [{ type: 'shell' }] }, say('user', text('a'))).toolConfig).toBeUndefined();
    expect(body({ tools: [{ type: 'web-search' }] }, call).toolConfig).toEqual({
      tools: [{ systemTool: { name: 'nova_grounding' } }],
    });
  });
});

test('options have their members; raw ones are merged last', () => {
  const options: ChatOptions = {
    instructions: 'Be brief.',
    maxOutputTokens: 5,
    temperature: 0.5,
    stopSequences: ['x'],
    reasoning: { effort: 'low', budgetTokens: 9 },
    rawRepresentation: { inferenceConfig: { temperature: null, topP: 0.1 }, newMember: { a: 1 } },
  };
  expect(body(options, say('system', text('And kind.')), say('user', text('Hi.')))).toEqual({
    system: [{ text: 'Be brief.' }, { text: 'And kind.' }],
    messages: [{ role: 'user', content: [{ text: 'Hi.' }] }],
    inferenceConfig: { maxTokens: 5, stopSequences: ['x'], topP: 0.1 },
    additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 9 } },
    outputConfig: { effort: 'low' },
    newMember: { a: 1 },
  });
  expect(body({})).toEqual({ messages: [] });
});

test('what the API has no word for is warned of', () => {
  const shell: Tool = { type: 'shell' };
  const screen: Tool = { type: 'computer-use', displayWidth: 1, displayHeight: 1, environment: 'browser' };
  const { warnings } = build([], {
    tools: [screen],
    toolMode: { type: 'none' },
    allowMultipleToolCalls: true,
    conversationId: 'c',
    store: true,
  });
  expect(warnings.map(({ message }) => message.split(' ')[0])).toEqual([
    'toolMode',
    'allowMultipleToolCalls',
    'environment',
    'conversationId',
    'store',
  ]);
  expect(new Set(warnings.map(({ code }) => code))).toEqual(new Set(['unsupported-setting']));
  expect(build([], { tools: [shell], toolMode: { type: 'required' } }).warnings).toHaveLength(1);
  expect(build([], { tools: [shell], toolMode: { type: 'auto' }, store: false }).warnings).toEqual([]);
});

describe('messages', () => {
  test('neighbours of one turn become one message, results first', () => {
    const messages = [
      say('user', text('a')),
      say('assistant', { type: 'function-call', callId: '1', name: 'f', arguments: { x: 1 } }),
      say('user', text('b')),
      say('tool', { type: 'function-result', callId: '1', result: { y: 2 } }),
      say('user', text('')),
    ];
    expect(build(messages).body.messages).toEqual([
      { role: 'user', content: [{ text: 'a' }] },
      { role: 'assistant', content: [{ toolUse: { toolUseId: '1', name: 'f', input: { x: 1 } } }] },
      { role: 'user', content: [{ toolResult: { toolUseId: '1', content: [{ json: { y: 2 } }] } }, { text: 'b' }] },
    ]);
  });

  test.each<[Partial<Extract<Content, { type: 'function-result' }>>, object]>([
    [{ result: 'words' }, { content: [{ text: 'words' }] }],
    [{ result: [1] }, { content: [{ text: '[1]' }] }],
    [{ result: 0 }, { content: [{ text: '0' }] }],
    [{ result: '' }, { content: [{ text: '' }] }],
    [{}, { content: [{ text: '' }] }],
    [{ error: 'no' }, { content: [{ text: 'no' }], status: 'error' }],
    [{ error: '' }, { content: [{ text: 'The function failed without a message.' }], status: 'error' }],
  ])('the result %j', (result, said) => {
    expect(blocks('tool', { type: 'function-result', callId: '1', ...result })).toEqual([
      { toolResult: { toolUseId: '1', ...said } },
    ]);
  });

  test.each<[Content, object]>([
    [{ type: 'data', data: 'AA==', mediaType: 'image/jpg' }, { image: { format: 'jpeg', source: { bytes: 'AA==' } } }],
    [
      { type: 'data', data: 'AA==', mediaType: 'application/pdf', name: 'tide_table.v2' },
      { document: { format: 'pdf', name: 'tide-table-v2', source: { bytes: 'AA==' } } },
    ],
    [
      { type: 'data', data: 'AA==', mediaType: 'video/quicktime' },
      { video: { format: 'mov', source: { bytes: 'AA==' } } },
    ],
    [
      { type: 'uri', uri: 's3://b/k.PNG' },
      { image: { format: 'png', source: { s3Location: { uri: 's3://b/k.PNG' } } } },
    ],
  ])('%j', (content, block) => {
    expect(blocks('user', content)).toEqual([block]);
  });

  test.each<Content>([
    { type: 'uri', uri: 'https://a.example/x.png' },
    { type: 'data', data: 'AA==', mediaType: 'application/zip' },
    { type: 'hosted-file', fileId: 'f' },
    { type: 'action-call', callId: 'c', tool: 'shell', actions: [{ type: 'exec' }, { type: 'exec' }] },
  ])('%j cannot be said, and nothing is sent', (content) => {
    expect(refusalOf(() => blocks('assistant', content))).toMatchObject({
      name: 'ProviderError',
      code: 'ValidationException',
      status: undefined,
      retryable: false,
    });
  });

  test('what the contract says of an action counts, under the name that its block has', () => {
    const raw = { toolUse: { toolUseId: 'c', name: 'screen', input: { action: 'wait' }, type: 'tool_use' } };
    const actions = [{ type: 'left_click', coordinate: [1, 2] }];
    expect(
      blocks(
        'assistant',
        { type: 'action-call', callId: 'c', tool: 'computer-use', actions, rawRepresentation: raw },
        { type: 'action-call', callId: 'd', tool: 'shell', actions: [{ type: 'restart' }] },
        { type: 'action-call', callId: 'e', tool: 'text-editor', actions: [{ type: 'view', path: '/a' }] },
      ),
    ).toEqual([
      {
        toolUse: {
          toolUseId: 'c',
          name: 'screen',
          input: { action: 'left_click', coordinate: [1, 2] },
        },
      },
      { toolUse: { toolUseId: 'd', name: 'bash', input: { restart: true } } },
      { toolUse: { toolUseId: 'e', name: 'str_replace_based_edit_tool', input: { command: 'view', path: '/a' } } },
    ]);
  });

  test('reasoning goes back as it came, and unsigned not at all', () => {
    const raw = { reasoningContent: { reasoningText: { text: 'hm', signature: 's' } } };
    expect(
      blocks(
        'assistant',
        { type: 'reasoning', text: 'hm', protectedData: 's', rawRepresentation: raw },
        { type: 'reasoning', text: 'oh', protectedData: 't' },
        { type: 'reasoning', text: '', protectedData: 'b3BhcXVl' },
        text('a'),
      ),
    ).toEqual([
      raw,
      { reasoningContent: { reasoningText: { text: 'oh', signature: 't' } } },
      { reasoningContent: { redactedContent: 'b3BhcXVl' } },
      { text: 'a' },
    ]);
    const unsigned = build([say('assistant', { type: 'reasoning', text: 'hm' }, text('a'))]);
    expect(unsigned.warnings).toMatchObject([{ code: 'reasoning-not-sent' }]);
    expect(unsigned.body.messages).toEqual([{ role: 'assistant', content: [{ text: 'a' }] }]);
  });
});
