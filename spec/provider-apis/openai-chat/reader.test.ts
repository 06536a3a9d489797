import { describe, expect, it, test } from 'vitest';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import { saidIn } from '../../facts/describe.ts';
import { exampleExchanges } from '../../wire/example-exchanges.ts';
import { reader } from './reader.ts';

const { exampleRequest, jsonExchange, streamText } = exampleExchanges(
  'chat.completions.create',
  'https://api.openai.com/v1/chat/completions',
);

/** A completion with the members that every answer has. */
const completionOf = (message: object, finish = 'stop', more: object = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 0,
  model: 'gpt-example',
  choices: [
    { index: 0, message: { role: 'assistant', refusal: null, ...message }, logprobs: null, finish_reason: finish },
  ],
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  ...more,
});

/** A chunk that holds one delta. */
const chunkOf = (delta: object, finish: string | null = null, more: object = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 0,
  model: 'gpt-example',
  choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  usage: null,
  ...more,
});

/** A stream of chunks, closed as this API closes it. */
const chunkExchange = (...chunks: object[]): Exchange =>
  streamText([...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), 'data: [DONE]\n\n'].join(''));

describe('an answer', () => {
  const readResponses = (exchanges: readonly Exchange[]) => saidIn(reader.readResponses(exchanges));
  const read = (body: unknown, status = 200) => readResponses([jsonExchange(body, status)]);
  const factsOf = (body: unknown) => read(body).facts.map(({ fact }) => fact);
  const body = 'exchanges[0].response.body';
  const call = (args: unknown, id: unknown = 'call_1') => ({
    id,
    type: 'function',
    function: { name: 'get_weather', arguments: args },
  });

  describe('a completion as a whole', () => {
    it('says its text, its calls, why it ended and what it cost, and where', () => {
      const message = { content: 'Wait.', tool_calls: [call('{"city":"Oslo"}')] };
      expect(read(completionOf(message, 'tool_calls'))).toEqual({
        facts: [
          { fact: { kind: 'text', text: 'Wait.' }, path: `${body}.choices[0].message.content` },
          {
            fact: { kind: 'call', name: 'get_weather', arguments: { city: 'Oslo' }, id: 'call_1' },
            path: `${body}.choices[0].message.tool_calls[0]`,
          },
          { fact: { kind: 'finish', reason: 'tool_calls' }, path: `${body}.choices[0].finish_reason` },
          { fact: { kind: 'usage', inputTokens: 10, outputTokens: 5 }, path: `${body}.usage` },
        ],
        unread: [],
      });
    });

    it('cites by characters, the end exclusive', () => {
      const url_citation = { url: 'https://a.example', title: 'A', start_index: 2, end_index: 4 };
      const annotations = [{ type: 'url_citation', url_citation }, { type: 'map_citation' }];
      const { facts, unread } = read(completionOf({ content: '🛰 up!', annotations }));
      expect(facts[1]?.fact).toEqual({ kind: 'citation', target: 'https://a.example', title: 'A', span: 'up' });
      expect(unread).toEqual([{ path: `${body}.choices[0].message.annotations[1]`, what: 'annotation map_citation' }]);
    });

    test.each<[string, object, string, string, object?]>([
      ['the older word', { function_call: { name: 'f', arguments: '{}' } }, 'function_call', 'tool_calls'],
      ['a call that was demanded by name', { tool_calls: [call('{}')] }, 'stop', 'tool_calls', { said: 'stop' }],
      ['a call that was cut off', { tool_calls: [call('{"ci')] }, 'length', 'length'],
      ['a word of the API alone', { content: 'x' }, 'weary', 'weary'],
    ])('it ends: %s', (_title, message, said, reason, beside = {}) => {
      expect(factsOf(completionOf(message, said))).toContainEqual({ kind: 'finish', reason, ...beside });
    });

    test.each<[string, object, object]>([
      ['arguments that do not parse', call('{"ci'), { arguments: '{"ci', id: 'call_1' }],
      ['no arguments', call(''), { arguments: {}, id: 'call_1' }],
      ['an empty id is none', call('{}', ''), { arguments: {} }],
      [
        'a custom tool is asked in words, whatever they look like',
        { id: 'call_1', type: 'custom', custom: { name: 'get_weather', input: '{"city":1}' } },
        { arguments: '{"city":1}', id: 'call_1', state: { type: 'custom' } },
      ],
    ])('it calls: %s', (_title, tool_call, fact) => {
      expect(factsOf(completionOf({ tool_calls: [tool_call] }))[0]).toEqual({
        kind: 'call',
        name: 'get_weather',
        ...fact,
      });
    });

    it('refuses, in words of its own', () => {
      expect(factsOf(completionOf({ content: null, refusal: 'I would rather not.' })).slice(0, 2)).toEqual([
        { kind: 'text', text: 'I would rather not.' },
        { kind: 'finish', reason: 'content_filter' },
      ]);
    });

    it('names what it has no word for', () => {
      const message = { content: 'x', reasoning_content: 'Hm.', audio: null };
      const other = { index: 1, message: { role: 'assistant', content: 'y' } };
      const whole = completionOf(message, 'stop', { prompt_filter_results: [], verdict: 1 });
      expect(read({ ...whole, choices: [...whole.choices, other] }).unread).toEqual([
        { path: `${body}.prompt_filter_results`, what: 'completion.prompt_filter_results' },
        { path: `${body}.verdict`, what: 'completion.verdict' },
        { path: `${body}.choices[0].message.reasoning_content`, what: 'message.reasoning_content' },
        { path: `${body}.choices[1]`, what: 'another choice' },
      ]);
    });
  });

  test('an error says its status, and its code or else its type', () => {
    const error = { message: 'No.', type: 'invalid_request_error', param: 'web_search_options', code: null };
    const fact = { kind: 'error', status: 400, code: 'invalid_request_error', message: 'No.' };
    expect(read({ error }, 400)).toEqual({ facts: [{ fact, path: body }], unread: [] });
    // With a status of success it is one all the same.
    expect(factsOf({ error })).toEqual([{ kind: 'error', code: 'invalid_request_error', message: 'No.' }]);
  });

  test('of several exchanges the price is summed', () => {
    const { facts } = readResponses([1, 2].map(() => jsonExchange(completionOf({ content: 'x' }))));
    expect(facts.at(-1)?.fact).toEqual({ kind: 'usage', inputTokens: 20, outputTokens: 10 });
  });
});

describe('a stream', () => {
  const readResponses = (exchanges: readonly Exchange[]) => saidIn(reader.readResponses(exchanges));
  const read = (...chunks: object[]) => readResponses([chunkExchange(...chunks)]);
  const at = (events: string) => `exchanges[0].response.events[${events}]`;
  const piece = (index: number, args: string, more: object = {}) => ({
    tool_calls: [{ index, ...more, function: { arguments: args, ...('id' in more ? { name: 'get_weather' } : {}) } }],
  });
  const usage = { prompt_tokens: 10, completion_tokens: 5 };

  it('says its text and calls, and which chunks said them', () => {
    expect(
      read(
        chunkOf({ role: 'assistant', content: '', refusal: null }),
        chunkOf({ content: 'It ' }),
        chunkOf({ content: 'rains.' }),
        chunkOf(piece(0, '', { id: 'call_a', type: 'function' })),
        chunkOf(piece(1, '{"city"', { id: 'call_b', type: 'function' })),
        chunkOf(piece(0, '{"city":"Oslo"}')),
        chunkOf(piece(1, ':"Rome"}')),
        chunkOf({}, 'tool_calls'),
        { ...chunkOf({}), choices: [], usage },
      ),
    ).toEqual({
      facts: [
        { fact: { kind: 'text', text: 'It rains.' }, path: at('1..2') },
        { fact: { kind: 'call', name: 'get_weather', arguments: { city: 'Oslo' }, id: 'call_a' }, path: at('3..5') },
        { fact: { kind: 'call', name: 'get_weather', arguments: { city: 'Rome' }, id: 'call_b' }, path: at('4..6') },
        { fact: { kind: 'finish', reason: 'tool_calls' }, path: `${at('7')}.choices[0].finish_reason` },
        { fact: { kind: 'usage', inputTokens: 10, outputTokens: 5 }, path: `${at('8')}.usage` },
      ],
      unread: [],
    });
  });

  it('takes the last price where every chunk says one', () => {
    const { facts } = read(
      chunkOf({ content: 'x' }, null, { usage: { prompt_tokens: 10, completion_tokens: 1 } }),
      chunkOf({}, 'stop', { usage }),
    );
    expect(facts.at(-1)?.fact).toEqual({ kind: 'usage', inputTokens: 10, outputTokens: 5 });
  });

  it('reads an older call, a custom one and citations from pieces', () => {
    const cited = { type: 'url_citation', url_citation: { url: 'https://a.example', start_index: 0, end_index: 2 } };
    const { facts } = read(
      chunkOf({ content: 'Up', annotations: [cited] }),
      chunkOf({ function_call: { name: 'get_time', arguments: '{"city"' } }),
      chunkOf({ tool_calls: [{ index: 0, id: 'c', type: 'custom', custom: { name: 'sum', input: '' } }] }),
      chunkOf({ tool_calls: [{ index: 0, custom: { input: '1 + 2' } }], function_call: { arguments: ':"Rome"}' } }),
      chunkOf({}, 'function_call'),
    );
    expect(facts.map(({ fact }) => fact)).toEqual([
      { kind: 'text', text: 'Up' },
      { kind: 'citation', target: 'https://a.example', span: 'Up' },
      { kind: 'call', name: 'sum', arguments: '1 + 2', id: 'c', state: { type: 'custom' } },
      { kind: 'call', name: 'get_time', arguments: { city: 'Rome' }, state: { name: 'get_time' } },
      { kind: 'finish', reason: 'tool_calls' },
    ]);
  });

  it('names what it has no word for, once', () => {
    const other = { ...chunkOf({}), choices: [{ index: 1, delta: { content: 'x' } }] };
    expect(
      read(chunkOf({ reasoning_content: 'a' }), chunkOf({ reasoning_content: 'b' }), other, other, chunkOf({}, 'stop'))
        .unread,
    ).toEqual([
      { path: at('0..1'), what: 'message.reasoning_content' },
      { path: `${at('2')}.choices[0]`, what: 'another choice' },
    ]);
  });

  it('says so where it breaks off, and tells an error in its midst', () => {
    expect(read(chunkOf({ content: 'It ' })).facts.at(-1)).toEqual({
      path: 'exchanges[0].response.events',
      fact: { kind: 'error', message: '', unreadable: '' },
    });
    const { facts, unread } = read(chunkOf({ content: 'It ' }), {
      error: { message: 'Overloaded.', type: 'server_error' },
    });
    expect(facts.map(({ fact }) => fact)).toEqual([
      { kind: 'text', text: 'It ' },
      { kind: 'error', code: 'server_error', message: 'Overloaded.', retryable: true },
    ]);
    expect(unread).toEqual([]);
  });

  it('tells what is no completion at all', () => {
    expect(readResponses([streamText('data: nonsense\n\n')]).unread.map(({ what }) => what)).toEqual([
      'event that is not a JSON object',
      'stream without a completion',
    ]);
  });
});

describe('a request', () => {
  function read(body: object) {
    const exchange = { ...jsonExchange({}), request: exampleRequest(body) };
    const [reading] = reader.readRequests([exchange]);
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
          what: 'arguments that are not text',
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
        {
          role: 'tool',
          contents: [{ type: 'function-result', callId: 'get_time', name: 'get_time', result: '10:20' }],
        },
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
      expect(unread).toEqual([
        { path: 'exchanges[0].request.body.tools[0].function.mood', what: 'tool.function.mood' },
      ]);
      expect(paths.get(options.tools?.[2] ?? {})).toBe('exchanges[0].request.body.web_search_options');
    });
  });
});
