import { describe, expect, it, test } from 'vitest';
import type { ChatMessage, ChatOptions, Content, Tool } from '../../../spec/contract/index.ts';
import { buildRequest } from './request.ts';

const context = { settings: { model: 'gpt-test' }, adapterId: 'reference-openai-chat', stream: false };
const build = (messages: ChatMessage[], options: ChatOptions = {}, stream = false) =>
  buildRequest(messages, options, { ...context, stream });
const user = (...contents: Content[]): ChatMessage => ({ role: 'user', contents });
const text = (words: string): Content => ({ type: 'text', text: words });
const sent = (...messages: ChatMessage[]) => build(messages).body.messages;
const weather: Tool = { type: 'function', name: 'get_weather', parameters: { type: 'object' } };

describe('options', () => {
  it('become members of the body', () => {
    const options: ChatOptions = {
      instructions: 'Be brief.',
      tools: [{ ...weather, strict: true }],
      toolMode: { type: 'required', functionName: 'get_weather' },
      allowMultipleToolCalls: false,
      maxOutputTokens: 9,
      temperature: 0,
      stopSequences: ['x'],
      reasoning: { effort: 'low' },
      store: false,
    };
    expect(build([user(text('Hello'))], options)).toEqual({
      body: {
        model: 'gpt-test',
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Hello' },
        ],
        tools: [{ type: 'function', function: { name: 'get_weather', parameters: { type: 'object' }, strict: true } }],
        tool_choice: { type: 'function', function: { name: 'get_weather' } },
        parallel_tool_calls: false,
        max_completion_tokens: 9,
        temperature: 0,
        stop: ['x'],
        reasoning_effort: 'low',
        store: false,
      },
      warnings: [],
    });
  });

  it('that the API lacks are warned of', () => {
    const { body, warnings } = build([], { conversationId: 'c', reasoning: { budgetTokens: 5 } });
    expect(body).toEqual({ model: 'gpt-test', messages: [] });
    expect(warnings.map(({ message }) => message.split(' ')[0])).toEqual(['conversationId', 'reasoning.budgetTokens']);
  });

  it('a stream says its price unless it is told not to; raw members never decide how the answer travels', () => {
    expect(build([], {}, true).body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
    expect(build([], { rawRepresentation: { stream: false, stream_options: null } }, true).body).toEqual({
      model: 'gpt-test',
      messages: [],
      stream: true,
    });
    expect(build([], { rawRepresentation: { stream: true, seed: 1 } }).body).toEqual({
      model: 'gpt-test',
      messages: [],
      seed: 1,
    });
  });
});

describe('tools', () => {
  const custom: Tool = {
    type: 'raw',
    providerApi: 'openai-chat',
    declaration: { type: 'custom', custom: { name: 'sum' } },
  };

  it('a search is a member of the body, with its place', () => {
    const userLocation = { city: 'Porto', country: 'PT' };
    expect(build([], { tools: [{ type: 'web-search', userLocation }] }).body).toEqual({
      model: 'gpt-test',
      messages: [],
      web_search_options: { user_location: { type: 'approximate', approximate: userLocation } },
    });
  });

  it('one that was declared raw is demanded under its own word', () => {
    expect(build([], { tools: [custom], toolMode: { type: 'required', functionName: 'sum' } }).body).toMatchObject({
      tools: [{ type: 'custom', custom: { name: 'sum' } }],
      tool_choice: { type: 'custom', custom: { name: 'sum' } },
    });
  });

  test.each<[string, Tool[], string]>([
    ['domains', [{ type: 'web-search', allowedDomains: ['a.example'] }], 'InvalidToolError'],
    ['a number of searches', [{ type: 'web-search', maximumUses: 1 }], 'InvalidToolError'],
    ['two searches', [{ type: 'web-search' }, { type: 'web-search' }], 'InvalidToolError'],
    ['a name with a space', [{ ...weather, name: 'get weather' }], 'InvalidToolError'],
    ['a name that is too long', [{ ...weather, name: 'x'.repeat(65) }], 'InvalidToolError'],
    ['a schema of a list', [{ ...weather, parameters: { type: 'array' } }], 'InvalidToolError'],
    ['words of another API', [{ ...custom, providerApi: 'anthropic' } as Tool], 'InvalidToolError'],
    ['a tool that the API lacks', [{ type: 'shell' }], 'UnsupportedToolError'],
  ])('are refused: %s', (_title, tools, name) => {
    expect(() => build([], { tools })).toThrow(expect.objectContaining({ name }));
  });
});

describe('messages', () => {
  it('of the user are a text, or parts', () => {
    expect(
      sent(
        user(text('Look: '), { type: 'data', data: 'QQ==', mediaType: 'image/png' }),
        user({ type: 'data', data: 'QQ==', mediaType: 'audio/mpeg' }, { type: 'hosted-file', fileId: 'file-1' }),
        user({ type: 'data', data: 'QQ==', mediaType: 'application/pdf' }, { type: 'uri', uri: 'https://a.example/b' }),
        user(text('')),
      ),
    ).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look: ' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,QQ==' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'input_audio', input_audio: { data: 'QQ==', format: 'mp3' } },
          { type: 'file', file: { file_id: 'file-1' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'file', file: { filename: 'file.pdf', file_data: 'data:application/pdf;base64,QQ==' } },
          { type: 'image_url', image_url: { url: 'https://a.example/b' } },
        ],
      },
    ]);
  });

  it('of functions are one per result, and say in words that one failed', () => {
    const results: ChatMessage = {
      role: 'tool',
      contents: [
        { type: 'function-result', callId: 'a', result: { c: 4 } },
        { type: 'function-result', callId: 'b', error: 'offline' },
        { type: 'function-result', callId: 'c' },
      ],
    };
    expect(sent(results)).toEqual([
      { role: 'tool', tool_call_id: 'a', content: '{"c":4}' },
      { role: 'tool', tool_call_id: 'b', content: 'Error: offline' },
      { role: 'tool', tool_call_id: 'c', content: 'null' },
    ]);
  });

  it('of the model that say nothing are left out, and its reasoning has no place', () => {
    const { body, warnings } = build([{ role: 'assistant', contents: [{ type: 'reasoning', text: 'Hm.' }, text('')] }]);
    expect(body.messages).toEqual([]);
    expect(warnings.map(({ code }) => code)).toEqual(['reasoning-not-sent']);
  });

  test.each<[string, ChatMessage]>([
    ['a page at a URL', user({ type: 'uri', uri: 'https://a.example', mediaType: 'text/html' })],
    ['an action of the application', user({ type: 'action-result', callId: 'a', tool: 'shell', outputs: [] })],
    [
      'a system message that is an image',
      { role: 'system', contents: [{ type: 'data', data: '', mediaType: 'image/png' }] },
    ],
    ['another API’s result', { role: 'assistant', contents: [{ type: 'hosted-tool-result', tool: 'x', outputs: [] }] }],
    ['an unknown role', { role: 'narrator' as 'user', contents: [] }],
  ])('that the API has no words for are not sent: %s', (_title, message) => {
    expect(() => sent(message)).toThrow(
      expect.objectContaining({ name: 'ProviderError', code: 'invalid_request_error' }),
    );
  });
});
