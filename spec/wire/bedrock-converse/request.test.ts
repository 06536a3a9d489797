import { describe, expect, it } from 'vitest';
import { validatorFor } from '../../../files/validator.ts';
import { ChatMessage, ChatOptions } from '../../contract/index.ts';
import { exampleRequest } from './example-exchange.ts';
import { readRequest } from './request.ts';

const read = (body: object) => readRequest(exampleRequest(body));
const toolConfig = { tools: [{ toolSpec: { name: 'f', inputSchema: { json: { type: 'object' } } } }] };
const contents = (role: string, ...blocks: object[]) =>
  read({ messages: [{ role, content: blocks }], toolConfig }).messages.flatMap((m) => m.contents);
const options = (body: object) => {
  const { modelId: _, ...rest } = read(body).options;
  expect(validatorFor(ChatOptions)(rest)).toBe(true);
  return rest;
};
const use = (toolUseId: string, name: string, input: object, type?: string) => ({
  toolUse: { toolUseId, name, input, ...(type ? { type } : {}) },
});
const result = (toolUseId: string, content: object[], status?: string) => ({
  toolResult: { toolUseId, content, ...(status ? { status } : {}) },
});

describe('the messages of a request', () => {
  it('are read in order, tool results as messages of their own role', () => {
    const { messages, paths, unread } = read({
      toolConfig,
      messages: [
        { role: 'user', content: [{ text: 'Weather?' }] },
        { role: 'assistant', content: [{ text: 'Checking.' }, use('t1', 'get_weather', { city: 'Oslo' }, 'tool_use')] },
        {
          role: 'user',
          content: [
            result('t1', [{ json: { t: 4 } }], 'success'),
            result('t2', [{ text: 'station ' }, { text: 'offline' }], 'error'),
            { text: 'And?' },
          ],
        },
      ],
    });
    expect(messages).toEqual([
      { role: 'user', contents: [{ type: 'text', text: 'Weather?' }] },
      {
        role: 'assistant',
        contents: [
          { type: 'text', text: 'Checking.' },
          { type: 'function-call', callId: 't1', name: 'get_weather', arguments: { city: 'Oslo' } },
        ],
      },
      {
        role: 'tool',
        contents: [
          { type: 'function-result', callId: 't1', result: { t: 4 } },
          { type: 'function-result', callId: 't2', error: 'station offline' },
        ],
      },
      { role: 'user', contents: [{ type: 'text', text: 'And?' }] },
    ]);
    expect(unread).toEqual([]);
    expect(paths.get(messages[2]?.contents[1] ?? {})).toBe('request.body.messages[2].content[1]');
    for (const message of messages) expect(validatorFor(ChatMessage)(message)).toBe(true);
  });

  it('tell actions and what came of them by the tools that are declared', () => {
    const additionalModelRequestFields = {
      tools: [
        { type: 'computer_20250124', name: 'computer', display_width_px: 10, display_height_px: 20 },
        { type: 'bash_20250124', name: 'bash' },
      ],
      anthropic_beta: ['computer-use-2025-01-24'],
    };
    const image = { image: { format: 'png', source: { bytes: 'AAEC' } } };
    const { messages, options: asked } = read({
      additionalModelRequestFields,
      toolConfig: { tools: [{ toolSpec: { name: 'stands_in', inputSchema: { json: { type: 'object' } } } }] },
      messages: [
        {
          role: 'assistant',
          content: [use('a', 'computer', { action: 'wait', duration: 1 }), use('b', 'bash', { command: 'ls' })],
        },
        {
          role: 'user',
          content: [result('a', [image]), result('b', [{ text: 'no\n' }, { text: 'exit code: 2' }], 'error')],
        },
        { role: 'assistant', content: [use('c', 'bash', { restart: true })] },
        { role: 'user', content: [result('c', [{ text: 'hangs' }], 'error')] },
      ],
    });
    expect(messages.flatMap((m) => m.contents).map(({ rawRepresentation: _, ...content }) => content)).toEqual([
      { type: 'action-call', callId: 'a', tool: 'computer-use', actions: [{ type: 'wait', duration: 1 }] },
      { type: 'action-call', callId: 'b', tool: 'shell', actions: [{ type: 'exec', command: 'ls' }] },
      {
        type: 'action-result',
        callId: 'a',
        tool: 'computer-use',
        outputs: [{ type: 'data', data: 'AAEC', mediaType: 'image/png' }],
      },
      { type: 'action-result', callId: 'b', tool: 'shell', outputs: [{ type: 'text', text: 'no\n' }], exitCode: 2 },
      { type: 'action-call', callId: 'c', tool: 'shell', actions: [{ type: 'restart' }] },
      { type: 'action-result', callId: 'c', tool: 'shell', outputs: [{ type: 'error', message: 'hangs' }] },
    ]);
    expect(asked).toEqual({
      modelId: 'amazon.nova-2-lite-v1:0',
      tools: [{ type: 'computer-use', displayWidth: 10, displayHeight: 20 }, { type: 'shell' }],
    });
  });

  it('keep what the contract has no member for in the block itself', () => {
    const hosted = [
      use('s', 'nova_grounding', { query: 'q' }, 'server_tool_use'),
      { toolResult: { toolUseId: 's', type: 'nova_grounding_result', content: [{ text: '[HIDDEN]' }] } },
      { citationsContent: { content: [{ text: 'cited' }], citations: [{}] } },
      { reasoningContent: { reasoningText: { text: 'hm', signature: 'sig' } } },
    ];
    expect(contents('assistant', ...hosted)).toMatchObject([
      { type: 'hosted-tool-call', name: 'nova_grounding', arguments: { query: 'q' }, rawRepresentation: hosted[0] },
      { type: 'hosted-tool-result', callId: 's', tool: 'nova_grounding', rawRepresentation: hosted[1] },
      { type: 'text', text: 'cited', rawRepresentation: hosted[2] },
      { type: 'reasoning', text: 'hm', protectedData: 'sig', rawRepresentation: hosted[3] },
    ]);
  });

  it.each([
    [{ image: { format: 'webp', source: { bytes: 'AA==' } } }, { type: 'data', data: 'AA==', mediaType: 'image/webp' }],
    [
      { document: { format: 'txt', name: 'a', source: { text: 'hi' } } },
      { type: 'data', data: 'aGk=', mediaType: 'text/plain', name: 'a' },
    ],
    [
      { video: { format: 'mov', source: { s3Location: { uri: 's3://b/k' } } } },
      { type: 'uri', uri: 's3://b/k', mediaType: 'video/quicktime' },
    ],
    [{ audio: { format: 'mp3', source: { bytes: 'AA==' } } }, { type: 'data', data: 'AA==', mediaType: 'audio/mpeg' }],
  ])('read %j', (block, content) => {
    expect(contents('user', block)).toEqual([content]);
  });

  it('say nothing of calls and results that no tool is declared beside: the API refuses them', () => {
    const content = [{ text: 'a' }, use('t', 'f', {})];
    const fields = { tools: [{ type: 'bash_20250124', name: 'f' }] };
    const { messages, unread } = read({
      messages: [{ role: 'assistant', content }],
      additionalModelRequestFields: fields,
    });
    expect(messages).toEqual([{ role: 'assistant', contents: [{ type: 'text', text: 'a' }] }]);
    expect(unread).toEqual([{ path: 'request.body.messages[0].content[1]', what: 'toolUse without toolConfig' }]);
  });

  it('list what is no content', () => {
    const { unread } = read({
      messages: [{ role: 'user', content: [{ cachePoint: { type: 'default' } }, {}], x: 1 }, { role: 'x' }],
    });
    expect(unread.map(({ what }) => what)).toEqual([
      'message.x',
      'cachePoint',
      'content block without a member',
      'message of role x',
    ]);
  });
});

describe('the options of a request', () => {
  it('are said by its members; the rest is the patch that would say it again', () => {
    expect(
      options({
        system: [{ text: 'Be brief.' }],
        inferenceConfig: { maxTokens: 5, temperature: 0.5, stopSequences: ['x'], topP: 0.1 },
        outputConfig: { effort: 'high', textFormat: { type: 'json_schema' } },
        additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 9 }, top_k: 1 },
        requestMetadata: { a: 'b' },
      }),
    ).toEqual({
      instructions: 'Be brief.',
      maxOutputTokens: 5,
      temperature: 0.5,
      stopSequences: ['x'],
      reasoning: { effort: 'high', budgetTokens: 9 },
      rawRepresentation: {
        inferenceConfig: { topP: 0.1 },
        outputConfig: { textFormat: { type: 'json_schema' } },
        additionalModelRequestFields: { top_k: 1 },
        requestMetadata: { a: 'b' },
      },
    });
    const reasoningConfig = { type: 'enabled', maxReasoningEffort: 'low', summary: true };
    expect(options({ additionalModelRequestFields: { reasoningConfig } })).toEqual({
      reasoning: { effort: 'low' },
      rawRepresentation: { additionalModelRequestFields: { reasoningConfig: { summary: true } } },
    });
    expect(options({ system: [] })).toEqual({});
    const system = [{ text: 'a' }, { cachePoint: { type: 'default' } }, { text: 'b' }];
    expect(options({ system })).toEqual({ instructions: 'a\n\nb', rawRepresentation: { system } });
  });

  it('declare tools: functions, system tools, and others raw', () => {
    const json = { type: 'object', properties: { city: { type: 'string' } } };
    const point = { cachePoint: { type: 'default' } };
    const other = { systemTool: { name: 'nova_next' } };
    const tools = [
      { toolSpec: { name: 'f', description: 'd', inputSchema: { json }, strict: true } },
      { systemTool: { name: 'nova_grounding' } },
      { systemTool: { name: 'nova_code_interpreter' } },
      other,
      point,
    ];
    expect(options({ toolConfig: { tools, toolChoice: { tool: { name: 'f' } } } })).toEqual({
      tools: [
        { type: 'function', name: 'f', description: 'd', parameters: json, strict: true },
        { type: 'web-search' },
        { type: 'code-interpreter' },
        { type: 'raw', providerApi: 'bedrock-converse', declaration: other },
        { type: 'raw', providerApi: 'bedrock-converse', declaration: point },
      ],
      toolMode: { type: 'required', functionName: 'f' },
    });
    expect(options({ toolConfig: { tools: [], toolChoice: { any: {} } } })).toEqual({ toolMode: { type: 'required' } });
    expect(options({ toolConfig: { toolChoice: { never: {} } } })).toEqual({
      rawRepresentation: { toolConfig: { toolChoice: { never: {} } } },
    });
  });

  it('do not take for a tool what stands in for one, nor a tool for what stands in', () => {
    const tool = (name: string, more = {}) => ({
      toolSpec: { name, inputSchema: { json: { type: 'object' } }, ...more },
    });
    const asked = (...tools: object[]) => {
      const messages = [{ role: 'assistant', content: [use('t', 'f', {})] }];
      return options({ messages, toolConfig: { tools } }).tools?.length ?? 0;
    };
    expect(asked(tool('nobody'))).toBe(0);
    expect([asked(tool('f')), asked(tool('nobody', { description: 'd' })), asked(tool('nobody'), tool('f'))]).toEqual([
      1, 1, 2,
    ]);
    expect(options({ toolConfig: { tools: [tool('nobody')] } }).tools).toHaveLength(1);
  });

  it('do not declare a computer without its beta', () => {
    const computer = { type: 'computer_20250124', name: 'computer', display_width_px: 1, display_height_px: 1 };
    expect(options({ additionalModelRequestFields: { tools: [computer] } }).tools).toBeUndefined();
  });

  it('keep tools of Claude that the contract cannot say as they are', () => {
    const fields = {
      tools: [{ type: 'bash_20250124', name: 'bash' }, { type: 'advisor_20260301' }],
      anthropic_beta: ['x'],
    };
    expect(options({ additionalModelRequestFields: fields })).toEqual({
      rawRepresentation: { additionalModelRequestFields: fields },
    });
  });
});
