import { describe, expect, it } from 'vitest';
import { validatorFor } from '../../../lib/validator.ts';
import { ChatMessage, ChatOptions } from '../../contract/index.ts';
import { exampleRequest } from './example-exchange.ts';
import { readRequest } from './request-reader.ts';

const read = (body: object) => readRequest(exampleRequest(body));
const contents = (role: string, ...blocks: object[]) =>
  read({ messages: [{ role, content: blocks }] }).messages.flatMap((m) => m.contents);
const options = (body: object) => read(body).options;

describe('the messages of a request', () => {
  it('are read in order, tool results as messages of their own role', () => {
    const { messages, paths, unread } = read({
      messages: [
        { role: 'user', content: 'Weather?' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm', signature: 'sig' },
            { type: 'redacted_thinking', data: 'opaque' },
            { type: 'text', text: 'Checking.' },
            { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: { city: 'Oslo' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'toolu_1', content: '4 °C' },
            { type: 'tool_result', tool_use_id: 'toolu_2', content: 'station offline', is_error: true },
            { type: 'text', text: 'And?' },
          ],
        },
      ],
    });
    expect(messages).toEqual([
      { role: 'user', contents: [{ type: 'text', text: 'Weather?' }] },
      {
        role: 'assistant',
        contents: [
          { type: 'reasoning', text: 'hm', protectedData: 'sig' },
          {
            type: 'reasoning',
            text: '',
            protectedData: 'opaque',
            rawRepresentation: { type: 'redacted_thinking', data: 'opaque' },
          },
          { type: 'text', text: 'Checking.' },
          { type: 'function-call', callId: 'toolu_1', name: 'get_weather', arguments: { city: 'Oslo' } },
        ],
      },
      {
        role: 'tool',
        contents: [
          { type: 'function-result', callId: 'toolu_1', result: '4 °C' },
          { type: 'function-result', callId: 'toolu_2', error: 'station offline' },
        ],
      },
      { role: 'user', contents: [{ type: 'text', text: 'And?' }] },
    ]);
    expect(unread).toEqual([]);
    const [question, , results, more] = messages;
    const pathOf = (object: object | undefined) => object && paths.get(object);
    expect(pathOf(question?.contents[0])).toBe('request.body.messages[0].content');
    expect([results, results?.contents[1], more, more?.contents[0]].map(pathOf)).toEqual([
      'request.body.messages[2]',
      'request.body.messages[2].content[1]',
      'request.body.messages[2]',
      'request.body.messages[2].content[2]',
    ]);
  });

  it('hold tool results as text where they are text, and as blocks where they are more', () => {
    const result = (content: unknown) => contents('user', { type: 'tool_result', tool_use_id: 't', content })[0];
    const image = { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } };
    expect(
      result([
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ]),
    ).toMatchObject({ result: 'ab' });
    expect(result([{ type: 'text', text: 'a' }, image])).toMatchObject({
      result: [{ type: 'text', text: 'a' }, image],
    });
    expect(result(undefined)).toMatchObject({ result: '' });
  });

  it('hold files by where their bytes are', () => {
    const media = (type: string, source: object) => contents('user', { type, source })[0];
    expect(media('image', { type: 'base64', media_type: 'image/png', data: 'AAAA' })).toEqual({
      type: 'data',
      data: 'AAAA',
      mediaType: 'image/png',
    });
    expect(media('document', { type: 'url', url: 'https://example.org/a.pdf' })).toMatchObject({
      type: 'uri',
      uri: 'https://example.org/a.pdf',
    });
    expect(media('document', { type: 'file', file_id: 'file_1' })).toEqual({ type: 'hosted-file', fileId: 'file_1' });
    expect(media('document', { type: 'text', media_type: 'text/plain', data: 'hé' })).toEqual({
      type: 'data',
      data: Buffer.from('hé').toString('base64'),
      mediaType: 'text/plain',
    });
  });

  it('hold what hosted tools were asked and gave, with the block itself', () => {
    const asked = { type: 'mcp_tool_use', id: 'm1', name: 'search', server_name: 'docs', input: { q: 'x' } };
    const gave = { type: 'mcp_tool_result', tool_use_id: 'm1', is_error: false, content: [] };
    expect(contents('assistant', asked, gave)).toEqual([
      {
        type: 'hosted-tool-call',
        callId: 'm1',
        tool: 'mcp-server',
        name: 'search',
        serverName: 'docs',
        arguments: { q: 'x' },
        rawRepresentation: asked,
      },
      { type: 'hosted-tool-result', callId: 'm1', tool: 'mcp', outputs: [], rawRepresentation: gave },
    ]);
  });

  it('keep what a content has no member for with the content', () => {
    const block = { type: 'text', text: 'a', cache_control: { type: 'ephemeral' } };
    expect(contents('user', block)).toEqual([{ type: 'text', text: 'a', rawRepresentation: block }]);
    const call = { type: 'tool_use', id: 't', name: 'f', input: {}, caller: { type: 'direct' } };
    expect(contents('assistant', call)[0]).not.toHaveProperty('rawRepresentation');
  });

  it('are listed where there is no word for them', () => {
    const { messages, unread } = read({
      messages: [
        { role: 'user', content: [{ type: 'search_result' }] },
        { role: 'developer', content: 'x' },
      ],
    });
    expect(messages).toEqual([{ role: 'user', contents: [] }]);
    expect(unread).toEqual([
      { path: 'request.body.messages[0].content[0]', what: 'search_result' },
      { path: 'request.body.messages[1]', what: 'message of role developer' },
    ]);
  });
});

describe('the options of a request', () => {
  it('are read into the words of the contract', () => {
    const body = {
      model: 'claude-example',
      max_tokens: 512,
      temperature: 0,
      stop_sequences: ['END'],
      system: [{ type: 'text', text: 'Be brief.' }],
      thinking: { type: 'enabled', budget_tokens: 1024 },
      tool_choice: { type: 'tool', name: 'f', disable_parallel_tool_use: true },
      stream: true,
      messages: [],
    };
    expect(options(body)).toEqual({
      modelId: 'claude-example',
      maxOutputTokens: 512,
      temperature: 0,
      stopSequences: ['END'],
      instructions: 'Be brief.',
      reasoning: { budgetTokens: 1024 },
      toolMode: { type: 'required', functionName: 'f' },
      allowMultipleToolCalls: false,
    });
  });

  it.each([
    [{ type: 'auto' }, { type: 'auto' }],
    [{ type: 'any' }, { type: 'required' }],
    [{ type: 'none' }, { type: 'none' }],
  ])('take the tool choice %j as %j', (choice, toolMode) => {
    expect(options({ tool_choice: choice })).toEqual({ toolMode });
  });

  it('keep every other member as a patch that says it again', () => {
    const system = [
      { type: 'text', text: 'Be brief.' },
      { type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral' } },
    ];
    expect(
      options({
        system,
        thinking: { type: 'adaptive' },
        output_config: { effort: 'low', format: { type: 'json_schema' } },
        mcp_servers: [{ name: 'docs' }],
        container: null,
        max_tokens: 'many',
      }),
    ).toEqual({
      instructions: 'Be brief.\n\nBe kind.',
      reasoning: { effort: 'low' },
      rawRepresentation: {
        system,
        thinking: { type: 'adaptive' },
        output_config: { format: { type: 'json_schema' } },
        mcp_servers: [{ name: 'docs' }],
        max_tokens: 'many',
      },
    });
    expect(
      options({
        thinking: { type: 'enabled', budget_tokens: 9, display: 'omitted' },
        output_config: { effort: 'high' },
      }),
    ).toEqual({
      reasoning: { budgetTokens: 9, effort: 'high' },
      rawRepresentation: { thinking: { display: 'omitted' } },
    });
  });

  it('have a web search of any version as such', () => {
    const { options: read_, unread } = read({
      tools: [
        { type: 'web_search_20250305', name: 'web_search' },
        {
          type: 'web_search_20260318',
          name: 'web_search',
          max_uses: 3,
          allowed_domains: ['a.example'],
          blocked_domains: ['b.example'],
          user_location: { type: 'approximate', city: 'Porto', country: 'PT', region: null, timezone: 'Europe/Lisbon' },
          response_inclusion: 'full',
        },
      ],
    });
    expect(read_.tools).toEqual([
      { type: 'web-search' },
      {
        type: 'web-search',
        maximumUses: 3,
        allowedDomains: ['a.example'],
        blockedDomains: ['b.example'],
        userLocation: { city: 'Porto', country: 'PT', timezone: 'Europe/Lisbon' },
      },
    ]);
    expect(unread).toEqual([{ path: 'request.body.tools[1].response_inclusion', what: 'tool.response_inclusion' }]);
    expect(validatorFor(ChatOptions)(read_)).toBe(true);
  });

  it('have functions as functions, and what the contract cannot say raw', () => {
    const parameters = { type: 'object', properties: { city: { type: 'string' } } };
    const memory = { type: 'memory_20250818', name: 'memory' };
    const {
      options: read_,
      paths,
      unread,
    } = read({
      tools: [
        { name: 'f', description: 'd', input_schema: parameters, strict: true },
        { type: 'custom', name: 'g', input_schema: parameters, cache_control: { type: 'ephemeral' } },
        memory,
        { name: 'h', input_schema: {} },
      ],
    });
    expect(read_.tools).toEqual([
      { type: 'function', name: 'f', description: 'd', parameters, strict: true },
      { type: 'function', name: 'g', parameters },
      { type: 'raw', providerApi: 'anthropic', declaration: memory },
      { type: 'raw', providerApi: 'anthropic', declaration: { name: 'h', input_schema: {} } },
    ]);
    expect(read_.tools?.map((tool) => paths.get(tool))).toEqual([0, 1, 2, 3].map((i) => `request.body.tools[${i}]`));
    expect(unread).toEqual([{ path: 'request.body.tools[1].cache_control', what: 'tool.cache_control' }]);
  });

  it('fit the contract, as the messages do', () => {
    const { messages, options: all } = read({
      system: 's',
      messages: [{ role: 'user', content: 'x' }],
      tools: [{ name: 'f', input_schema: { type: 'object' } }],
      metadata: { user_id: 'u' },
    });
    expect(validatorFor(ChatOptions)(all)).toBe(true);
    expect(messages.map((m) => validatorFor(ChatMessage)(m))).toEqual([true]);
  });
});

it('a body that is no JSON object is listed, and nothing is read from it', () => {
  expect(readRequest(exampleRequest('[1'))).toEqual({
    messages: [],
    options: {},
    paths: new Map(),
    unread: [{ path: 'request.body', what: 'body that is not a JSON object' }],
  });
});
