import { describe, expect, it, test } from 'vitest';
import { withoutNames } from '../../facts/describe.ts';
import { exampleExchanges } from '../../wire/example-exchanges.ts';
import { reader } from './reader.ts';

describe('an answer', () => {
  const { jsonExchange, streamText } = exampleExchanges(
    'chat.completions.create',
    'https://api.mistral.ai/v1/chat/completions',
  );
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const whole = (message: object, finish = 'stop') =>
    reader.readResponses([
      jsonExchange({
        id: 'a',
        object: 'chat.completion',
        model: 'm',
        usage,
        choices: [{ index: 0, message, finish_reason: finish }],
      }),
    ]);
  const stream = (...deltas: object[]) => {
    const chunks = deltas.map((delta, i) => {
      const last = i === deltas.length - 1;
      return {
        id: 'a',
        p: 'abc',
        choices: [{ index: 0, delta, finish_reason: last ? 'stop' : null }],
        ...(last ? { usage } : {}),
      };
    });
    return reader.readResponses([streamText(chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join(''))]);
  };
  const said = ({ facts }: ReturnType<typeof whole>) =>
    withoutNames(facts)
      .map(({ fact }) => fact)
      .filter(({ kind }) => kind !== 'usage' && kind !== 'finish');
  const thinking = (text: string, more: object = {}) => ({
    type: 'thinking',
    thinking: [{ type: 'text', text }],
    ...more,
  });

  test.each<[string, object, object[]]>([
    [
      'arguments as text',
      { id: 'a23456789', function: { name: 'f', arguments: '{"x":1}' } },
      [{ kind: 'call', name: 'f', arguments: { x: 1 }, id: 'a23456789' }],
    ],
    [
      'arguments as an object',
      { id: 'a23456789', function: { name: 'f', arguments: { x: 1 } } },
      [{ kind: 'call', name: 'f', arguments: { x: 1 }, id: 'a23456789' }],
    ],
  ])('a call with %s', (_title, call, facts) => {
    const message = { role: 'assistant', content: '', tool_calls: [call] };
    expect(said(whole(message, 'tool_calls'))).toEqual(facts);
    expect(said(stream({ role: 'assistant', content: '' }, { tool_calls: [call] }))).toEqual(facts);
  });

  it('several calls of one chunk are told apart by their ids, whatever their indexes say', () => {
    const call = (id: string) => ({ id, index: 0, function: { name: 'f', arguments: '{}' } });
    expect(said(stream({ tool_calls: [call('a'), call('b')] }))).toMatchObject([{ id: 'a' }, { id: 'b' }]);
  });

  it('thoughts, text and sources are parts; what is none of them is what a tool gave', () => {
    const odd = { type: 'tool_reference', tool: 'web_search', title: 'A', url: 'https://a.example' };
    const signed = { signature: 'sealed', closed: true };
    const content = [
      thinking('Hm.', signed),
      { type: 'text', text: 'Yes' },
      { type: 'reference', reference_ids: [3] },
      { type: 'text', text: '.' },
      odd,
    ];
    const facts = [
      { kind: 'reasoning', text: 'Hm.', protectedData: 'sealed' },
      { kind: 'text', text: 'Yes.' },
      { kind: 'citation', target: '3', state: { reference_ids: [3] } },
      { kind: 'hosted-result', tool: 'tool_reference', payload: odd },
    ];
    expect(said(whole({ role: 'assistant', content }))).toEqual(facts);
    const pieces = [
      { content: [thinking('H')] },
      { content: [thinking('m.', signed)] },
      { content: 'Ye' },
      { content: [{ type: 'text', text: 's' }] },
    ];
    expect(said(stream(...pieces, { content: content.slice(2) }))).toEqual(facts);
  });

  it('a choice may have several messages: what a tool of Mistral is asked and gives is among them', () => {
    const call = { id: 'a', function: { name: 'image_generation', arguments: '{"prompt":"a pixel"}' } };
    const result = { role: 'tool', tool_call_id: 'a', content: [{ type: 'file', file_id: 'f' }] };
    const messages = [{ role: 'assistant', tool_calls: [call] }, result, { role: 'assistant', content: 'Here.' }];
    const body = { choices: [{ index: 0, messages, finish_reason: 'stop' }] };
    expect(said(reader.readResponses([jsonExchange(body)]))).toEqual([
      { kind: 'hosted-call', tool: 'image_generation', arguments: { prompt: 'a pixel' }, id: 'a' },
      { kind: 'hosted-result', tool: 'tool', payload: { ...result, type: 'tool' } },
      { kind: 'text', text: 'Here.' },
    ]);
  });

  test.each<[object, object]>([
    [
      { object: 'error', message: 'No.', type: 'invalid_request_error', param: null, code: 3051 },
      { code: '3051', message: 'No.' },
    ],
    [
      { message: 'No.', type: 'rate_limited', code: null },
      { code: 'rate_limited', message: 'No.' },
    ],
    [
      {
        object: 'error',
        message: { detail: [{ type: 'missing', loc: ['body'], msg: 'Field required' }] },
        type: 'invalid_request_error',
      },
      { code: 'invalid_request_error', message: 'Field required' },
    ],
    [{ detail: 'Unauthorized' }, { message: 'Unauthorized' }],
  ])('the error %j', (body, fact) => {
    const { facts } = reader.readResponses([jsonExchange(body, 422)]);
    expect(facts.map((located) => located.fact)).toEqual([{ kind: 'error', status: 422, ...fact }]);
  });

  it('an error in the midst of a stream is one', () => {
    const text = 'data: {"object":"error","message":"Overloaded.","type":"internal_server_error","code":"3700"}\n\n';
    expect(reader.readResponses([streamText(text)])).toEqual({
      facts: [
        { fact: { kind: 'error', code: '3700', message: 'Overloaded.' }, path: 'exchanges[0].response.events[0]' },
      ],
      unread: [],
    });
  });
});

describe('a request', () => {
  const { exampleRequest, jsonExchange } = exampleExchanges(
    'chat.completions.create',
    'https://api.mistral.ai/v1/chat/completions',
  );
  function read(body: object) {
    const [reading] = reader.readRequests([{ ...jsonExchange({}), request: exampleRequest(body) }]);
    if (!reading) throw new Error('every request asks');
    return reading;
  }

  it('a conversation holds thoughts, documents and named results', () => {
    const thought = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }], signature: 's', closed: true };
    const { messages, options, unread } = read({
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: 'https://a.example/b' },
            { type: 'document_url', document_url: 'https://a.example/c.pdf' },
            { type: 'input_audio', input_audio: 'QQ==' },
            { type: 'file', file_id: 'f' },
          ],
        },
        {
          role: 'assistant',
          prefix: false,
          content: [thought, { type: 'text', text: 'Wait.' }],
          tool_calls: [{ id: 'a23456789', function: { name: 'f', arguments: { x: 1 } }, index: 0 }],
        },
        { role: 'tool', tool_call_id: 'a23456789', name: 'f', content: '1' },
      ],
    });
    expect(options).toEqual({ instructions: 'Be brief.' });
    expect(unread).toEqual([]);
    expect(messages.map(({ contents }) => contents)).toEqual([
      [
        { type: 'uri', uri: 'https://a.example/b', mediaType: 'image/*' },
        { type: 'uri', uri: 'https://a.example/c.pdf', mediaType: 'application/octet-stream' },
        { type: 'data', data: 'QQ==', mediaType: 'audio/*' },
        { type: 'hosted-file', fileId: 'f' },
      ],
      [
        { type: 'reasoning', text: 'Hm.', protectedData: 's', rawRepresentation: thought },
        { type: 'text', text: 'Wait.' },
        { type: 'function-call', callId: 'a23456789', name: 'f', arguments: { x: 1 } },
      ],
      [{ type: 'function-result', callId: 'a23456789', name: 'f', result: '1' }],
    ]);
  });

  const parameters = { type: 'object' };
  const raw = (declaration: object) => ({ type: 'raw', providerApi: 'mistral-chat', declaration });
  test.each<[object, object]>([
    [
      { type: 'function', function: { name: 'f', parameters } },
      { type: 'function', name: 'f', parameters },
    ],
    [
      { function: { name: 'f', parameters, strict: false } },
      { type: 'function', name: 'f', parameters, strict: false },
    ],
    [{ type: 'web_search' }, { type: 'web-search' }],
    [{ type: 'web_search_premium' }, { type: 'provider-specific', name: 'web-search-premium', settings: {} }],
    [
      { type: 'document_library', library_ids: ['l'] },
      { type: 'file-search', vectorStoreIds: ['l'] },
    ],
    [
      { type: 'connector', connector_id: 'docs' },
      { type: 'provider-specific', name: 'connector', settings: { connectorId: 'docs' } },
    ],
    [
      { type: 'web_search', tool_configuration: { include: ['a'] } },
      raw({ type: 'web_search', tool_configuration: { include: ['a'] } }),
    ],
    [{ type: 'telepathy' }, raw({ type: 'telepathy' })],
  ])('the tool %j', (declaration, tool) => {
    expect(read({ messages: [], tools: [declaration] }).options.tools).toEqual([tool]);
  });

  it('the older word for a demanded call is the same demand', () => {
    expect(read({ messages: [], tool_choice: 'any' }).options).toEqual({ toolMode: { type: 'required' } });
    expect(read({ messages: [], tool_choice: 'required' }).options).toEqual({ toolMode: { type: 'required' } });
  });
});
