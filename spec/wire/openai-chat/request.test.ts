import { describe, expect, it, test } from 'vitest';
import { exampleRequest, jsonExchange } from './example-exchange.ts';
import { openAiChatReader } from './reader.ts';

function read(body: object) {
  const exchange = { ...jsonExchange({}), request: exampleRequest(body) };
  const [reading] = openAiChatReader.readRequests([exchange]);
  if (!reading) throw new Error('every request asks');
  return reading;
}
const messagesOf = (...messages: object[]) => read({ messages }).messages;

describe('a conversation', () => {
  it('begins with the instructions, where the first message is a plain one of the system', () => {
    const { options, messages } = read({
      messages: [
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
        { role: 'system', content: 'Be briefer.' },
      ],
    });
    expect(options).toEqual({ instructions: 'Be brief.' });
    expect(messages).toEqual([
      { role: 'user', contents: [{ type: 'text', text: 'Hello' }] },
      { role: 'system', contents: [{ type: 'text', text: 'Be briefer.' }] },
    ]);
  });

  it('holds the arguments of calls as text, and nothing else', () => {
    const call = (args: unknown) => ({ id: 'a', type: 'function', function: { name: 'f', arguments: args } });
    const { unread } = read({ messages: [{ role: 'assistant', tool_calls: [call('{}'), call({})] }] });
    expect(unread).toEqual([
      {
        path: expect.stringMatching(/messages\[0\]\.tool_calls\[1\]\.function\.arguments$/),
        what: 'arguments that are no text',
      },
    ]);
  });

  it('holds calls and their results, those without an id by name', () => {
    const legacy = { name: 'get_time', arguments: '{}' };
    expect(
      messagesOf(
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'a', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } },
            { id: 'b', type: 'custom', custom: { name: 'sum', input: '1' } },
          ],
        },
        { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'fog' }] },
        { role: 'tool', tool_call_id: 'b', content: '1' },
        { role: 'assistant', content: null, function_call: legacy },
        { role: 'function', name: 'get_time', content: '10:20' },
      ),
    ).toEqual([
      {
        role: 'assistant',
        contents: [
          { type: 'function-call', callId: 'a', name: 'get_weather', arguments: { city: 'Oslo' } },
          expect.objectContaining({ type: 'function-call', callId: 'b', name: 'sum', argumentsText: '1' }),
        ],
      },
      {
        role: 'tool',
        contents: [
          { type: 'function-result', callId: 'a', result: 'fog' },
          { type: 'function-result', callId: 'b', result: '1' },
        ],
      },
      {
        role: 'assistant',
        contents: [
          { type: 'function-call', callId: 'get_time', name: 'get_time', arguments: {}, rawRepresentation: legacy },
        ],
      },
      { role: 'tool', contents: [{ type: 'function-result', callId: 'get_time', name: 'get_time', result: '10:20' }] },
    ]);
  });

  test.each<[string, object, object]>([
    [
      'an image',
      { type: 'image_url', image_url: { url: 'https://a.example/b' } },
      { type: 'uri', uri: 'https://a.example/b', mediaType: 'image/*' },
    ],
    [
      'bytes of one',
      { type: 'image_url', image_url: { url: 'data:image/png;base64,QQ==' } },
      { type: 'data', data: 'QQ==', mediaType: 'image/png' },
    ],
    [
      'sound',
      { type: 'input_audio', input_audio: { data: 'QQ==', format: 'mp3' } },
      { type: 'data', data: 'QQ==', mediaType: 'audio/mp3' },
    ],
    ['a kept file', { type: 'file', file: { file_id: 'file-1' } }, { type: 'hosted-file', fileId: 'file-1' }],
    [
      'a file',
      { type: 'file', file: { file_data: 'data:application/pdf;base64,QQ==', filename: 'a.pdf' } },
      { type: 'data', data: 'QQ==', mediaType: 'application/pdf', name: 'a.pdf' },
    ],
  ])('holds %s', (_title, part, content) => {
    expect(messagesOf({ role: 'user', content: [part] })).toEqual([{ role: 'user', contents: [content] }]);
  });

  it('names what it has no word for', () => {
    const { unread } = read({
      messages: [
        { role: 'user', name: 'Ada', content: [{ type: 'smell' }] },
        { role: 'narrator', content: 'x' },
      ],
    });
    expect(unread).toEqual(
      [
        { path: 'request.body.messages[0].content[0]', what: 'smell' },
        { path: 'request.body.messages[0].name', what: 'message.name' },
        { path: 'request.body.messages[1]', what: 'message of role narrator' },
      ].map((u) => ({ ...u, path: `exchanges[0].${u.path}` })),
    );
  });
});

describe('options', () => {
  it('are read from their members; what they cannot say is the patch that would say it again', () => {
    expect(
      read({
        model: 'm',
        messages: [],
        stream: true,
        stream_options: { include_usage: true, include_obfuscation: false },
        max_completion_tokens: 5,
        temperature: 0,
        stop: 'x',
        parallel_tool_calls: false,
        reasoning_effort: 'low',
        store: true,
        seed: 3,
      }).options,
    ).toEqual({
      modelId: 'm',
      maxOutputTokens: 5,
      temperature: 0,
      stopSequences: ['x'],
      allowMultipleToolCalls: false,
      reasoning: { effort: 'low' },
      store: true,
      rawRepresentation: { seed: 3, stream_options: { include_obfuscation: false } },
    });
  });

  test.each<[unknown, object]>([
    ['required', { toolMode: { type: 'required' } }],
    [{ type: 'function', function: { name: 'f' } }, { toolMode: { type: 'required', functionName: 'f' } }],
    [{ type: 'custom', custom: { name: 'f' } }, { toolMode: { type: 'required', functionName: 'f' } }],
    [
      { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [] } },
      { rawRepresentation: { tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [] } } } },
    ],
  ])('the tool choice %j', (tool_choice, options) => {
    expect(read({ messages: [], tool_choice }).options).toEqual(options);
  });

  it('hold the tools: functions, a search that is no tool on the wire, anything else raw', () => {
    const parameters = { type: 'object', properties: {} };
    const custom = { type: 'custom', custom: { name: 'sum' } };
    const { options, unread, paths } = read({
      messages: [],
      tools: [{ type: 'function', function: { name: 'f', parameters, strict: true, mood: 'x' } }, custom],
      web_search_options: {
        search_context_size: 'low',
        user_location: { type: 'approximate', approximate: { city: 'Porto' } },
      },
    });
    expect(options).toEqual({
      tools: [
        { type: 'function', name: 'f', parameters, strict: true },
        { type: 'raw', providerApi: 'openai-chat', declaration: custom },
        { type: 'web-search', userLocation: { city: 'Porto' } },
      ],
      rawRepresentation: { web_search_options: { search_context_size: 'low' } },
    });
    expect(unread).toEqual([{ path: 'exchanges[0].request.body.tools[0].function.mood', what: 'tool.function.mood' }]);
    expect(paths.get(options.tools?.[2] ?? {})).toBe('exchanges[0].request.body.web_search_options');
  });
});
