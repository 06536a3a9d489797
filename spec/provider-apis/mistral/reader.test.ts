import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import { saidIn } from '../../facts/describe.ts';
import { exampleExchanges } from '../../wire/example-exchanges.ts';
import { reader } from './reader.ts';

const { exampleRequest, jsonExchange, streamExchange } = exampleExchanges(
  'conversations.start',
  'https://api.mistral.ai/v1/conversations',
);

const responseOf = (outputs: unknown, more: object = {}) => ({
  object: 'conversation.response',
  conversation_id: 'conv_1',
  outputs,
  usage: {
    prompt_tokens: 10,
    completion_tokens: 5,
    total_tokens: 22,
    connector_tokens: 7,
    connectors: { web_search: 1 },
  },
  ...more,
});

const messageEntry = (content: unknown) => ({
  object: 'entry',
  type: 'message.output',
  id: 'msg_1',
  agent_id: null,
  model: 'mistral-example',
  role: 'assistant',
  content,
});

describe('an answer', () => {
  const read = (...exchanges: Parameters<typeof reader.readResponses>[0][number][]) => {
    const { facts, unread } = saidIn(reader.readResponses(exchanges));
    return { facts: facts.map(({ fact }) => fact), unread: unread.map(({ what }) => what) };
  };
  const usage = { kind: 'usage', inputTokens: 10, outputTokens: 5 };

  it('reads calls by who has to answer them', () => {
    const call = { type: 'function.call', id: 'fc_1', tool_call_id: 'c1', name: 'f' };
    const outputs = [
      { ...call, arguments: { x: 1 } },
      { ...call, tool_call_id: 'c2', arguments: '{"x": 2}', confirmation_status: 'pending' },
      { ...call, tool_call_id: 'c3', arguments: '', confirmation_status: 'allowed' },
    ];
    expect(read(jsonExchange(responseOf(outputs)))).toEqual({
      facts: [
        { kind: 'call', name: 'f', arguments: { x: 1 }, id: 'c1' },
        { kind: 'approval-request', tool: 'f', arguments: { x: 2 }, id: 'c2' },
        { kind: 'hosted-call', tool: 'f', arguments: '', id: 'c3' },
        { kind: 'finish', reason: 'tool_calls' },
        usage,
      ],
      unread: [],
    });
  });

  it('reads a message chunk by chunk, and loses none that it has no word for', () => {
    const chunks = [
      {
        type: 'thinking',
        thinking: [
          { type: 'text', text: 'Hm' },
          { type: 'text', text: '.' },
        ],
        signature: 's',
      },
      { type: 'text', text: 'On' },
      { type: 'tool_reference', tool: 'document_library', title: 'A.pdf', url: null },
      { type: 'text', text: 'e' },
      { type: 'tool_file', tool: 'image_generation', file_id: 'f1', file_name: 'a', file_type: 'png' },
      { type: 'hologram', angle: 3 },
      { type: 'document_url', document_url: 'https://a.example' },
    ];
    expect(read(jsonExchange(responseOf([messageEntry(chunks)], { guardrails: [{}] })))).toEqual({
      facts: [
        { kind: 'text', text: 'One' },
        { kind: 'reasoning', text: 'Hm.', protectedData: 's' },
        {
          kind: 'citation',
          target: 'A.pdf',
          title: 'A.pdf',
          state: { tool: 'document_library', title: 'A.pdf', url: null },
        },
        { kind: 'file', id: 'f1', name: 'a' },
        { kind: 'hosted-result', tool: 'hologram', payload: { type: 'hologram', angle: 3 } },
        { kind: 'file', id: 'https://a.example' },
        { kind: 'finish', reason: 'stop' },
        usage,
      ],
      unread: ['response.guardrails'],
    });
  });

  it('puts entries together from their pieces, those of calls that grow side by side too', () => {
    const call = (output_index: number, pieces: string) => ({
      type: 'function.call.delta',
      output_index,
      id: `fc_${output_index}`,
      name: 'f',
      tool_call_id: `c${output_index}`,
      arguments: pieces,
    });
    const execution = { output_index: 0, id: 'tool_exec_1', name: 'code_interpreter', function: 'code_interpreter' };
    const handoff = { type: 'agent.handoff.started', output_index: 1, id: 'h1', previous_agent_id: 'a' };
    const reading = read(
      streamExchange(
        { type: 'conversation.response.started', conversation_id: 'conv_1' },
        { type: 'tool.execution.started', created_at: 't0', ...execution, arguments: '' },
        { type: 'tool.execution.delta', created_at: 't1', ...execution, arguments: '{"code": ' },
        { type: 'tool.execution.delta', created_at: 't2', ...execution, arguments: '"1"}' },
        { type: 'tool.execution.done', created_at: 't3', ...execution, info: {} },
        { created_at: 't4', ...handoff },
        { type: 'agent.handoff.done', created_at: 't5', output_index: 1, id: 'h1', next_agent_id: 'b' },
        call(2, '{"x":'),
        call(3, ''),
        call(2, ' 1}'),
        { type: 'conversation.response.done', usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } },
      ),
    );
    expect(reading).toEqual({
      facts: [
        { kind: 'hosted-call', tool: 'code_interpreter', arguments: { code: '1' }, id: 'tool_exec_1' },
        { kind: 'hosted-result', tool: 'code_interpreter', payload: {}, id: 'tool_exec_1' },
        {
          kind: 'hosted-result',
          tool: 'agent.handoff',
          id: 'h1',
          payload: {
            object: 'entry',
            type: 'agent.handoff',
            created_at: 't4',
            completed_at: 't5',
            id: 'h1',
            previous_agent_id: 'a',
            next_agent_id: 'b',
          },
        },
        { kind: 'call', name: 'f', arguments: { x: 1 }, id: 'c2' },
        { kind: 'call', name: 'f', arguments: {}, id: 'c3' },
        { kind: 'finish', reason: 'tool_calls' },
        usage,
      ],
      unread: [],
    });
  });

  it('says of a stream that breaks off that it does, and names events that it does not know', () => {
    const delta = { type: 'message.output.delta', output_index: 0, content_index: 0, id: 'msg_1', content: 'He' };
    expect(read(streamExchange(delta, { type: 'agent.dream.started', output_index: 1 }))).toEqual({
      facts: [
        { kind: 'text', text: 'He' },
        { kind: 'error', message: '', unreadable: '' },
      ],
      unread: ['agent.dream.started', 'stream that ends before its response is over'],
    });
  });

  it('reads errors of a status, of a schema and within a stream', () => {
    const schema = { detail: [{ loc: ['body'], msg: 'Field required', type: 'missing' }] };
    const event = { type: 'conversation.response.error', message: 'Broken.', code: 500 };
    expect(
      read(jsonExchange({ object: 'error', message: 'No.', type: 'unauthorized', code: null }, 401)).facts,
    ).toEqual([{ kind: 'error', status: 401, code: 'unauthorized', message: 'No.' }]);
    expect(read(jsonExchange(schema, 422)).facts).toEqual([{ kind: 'error', status: 422, message: 'Field required' }]);
    expect(read(streamExchange(event)).facts).toEqual([{ kind: 'error', code: '500', message: 'Broken.' }]);
  });
});

describe('a request', () => {
  const begun = (body: unknown, answer: Exchange = jsonExchange(responseOf([]))): Exchange => ({
    ...answer,
    request: exampleRequest(body),
  });
  const appended = (body: unknown, id = 'conv_1'): Exchange => ({
    ...jsonExchange(responseOf([])),
    operation: 'conversations.append',
    request: { ...exampleRequest(body), url: `https://api.mistral.ai/v1/conversations/${id}` },
  });

  const f = { type: 'function', function: { name: 'f', parameters: { type: 'object' } } };
  const beginning = {
    model: 'mistral-example',
    instructions: 'Be brief.',
    inputs: 'Hello',
    tools: [f, { type: 'web_search', tool_configuration: { requires_confirmation: ['web_search'] } }],
    completion_args: { max_tokens: 9, tool_choice: 'any', stop: 'x', top_p: 0.5 },
  };

  it('reads what begins a conversation', () => {
    const [reading] = reader.readRequests([begun(beginning)]);
    expect(reading).toMatchObject({
      messages: [{ role: 'user', contents: [{ type: 'text', text: 'Hello' }] }],
      options: {
        modelId: 'mistral-example',
        instructions: 'Be brief.',
        tools: [{ type: 'function', name: 'f' }, { type: 'raw' }],
        toolMode: { type: 'required' },
        maxOutputTokens: 9,
        stopSequences: ['x'],
        rawRepresentation: { completion_args: { top_p: 0.5 } },
      },
      unread: [],
    });
    const [tool] = reading?.options.tools ?? [];
    expect(tool && reading?.paths.get(tool)).toBe('exchanges[0].request.body.tools[0]');
  });

  it.each([
    ['whole', undefined],
    ['streamed', streamExchange({ type: 'conversation.response.started', conversation_id: 'conv_1' }, { type: 'x' })],
  ])('what goes on with a conversation is asked with what it began with (%s)', (_title, answer) => {
    const inputs = [{ type: 'function.result', tool_call_id: 'c1', result: '7' }];
    const confirmations = [{ tool_call_id: 'c2', confirmation: 'deny' }];
    const next = appended({ inputs, tool_confirmations: confirmations, completion_args: { tool_choice: 'auto' } });
    const [reading] = reader.readRequests([next], [begun(beginning, answer)]);
    expect(reading).toMatchObject({
      messages: [
        { role: 'tool', contents: [{ type: 'function-result', callId: 'c1', result: '7' }] },
        { role: 'user', contents: [{ type: 'approval-response', requestId: 'c2', approved: false }] },
      ],
      options: {
        conversationId: 'conv_1',
        modelId: 'mistral-example',
        instructions: 'Be brief.',
        toolMode: { type: 'auto' },
      },
    });
    expect(reading?.options.maxOutputTokens).toBeUndefined();
    const [silent] = reader.readRequests([appended({ inputs })], [begun(beginning, answer)]);
    expect(silent?.options).toMatchObject({ maxOutputTokens: 9, toolMode: { type: 'required' } });
    const [tool] = reading?.options.tools ?? [];
    expect(tool && reading?.kept?.get(tool)).toEqual(f);
    expect(tool && reading?.paths.get(tool)).toBeUndefined();
  });

  it('what was not stored is not kept, and of other conversations nothing is known', () => {
    const [unstored] = reader.readRequests([appended({ inputs: 'a' })], [begun({ ...beginning, store: false })]);
    const [foreign] = reader.readRequests([appended({ inputs: 'a' }, 'conv_9')], [begun(beginning)]);
    expect(unstored?.options).toEqual({ conversationId: 'conv_1' });
    expect(foreign?.options).toEqual({ conversationId: 'conv_9' });
  });

  it('reads every entry of a conversation that is told again', () => {
    const execution = { type: 'tool.execution', id: 'e1', name: 'web_search', arguments: '{"query": "a"}', info: {} };
    const handoff = { type: 'agent.handoff', id: 'h1', next_agent_id: 'b' };
    const call = { type: 'function.call', tool_call_id: 'c1', name: 'f', arguments: '{}' };
    const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }], signature: 's' };
    const inputs = [
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }] },
      execution,
      messageEntry([thinking, { type: 'text', text: 'One' }]),
      handoff,
      call,
      { type: 'function.call', tool_call_id: 'c2', name: 'g', arguments: '{', confirmation_status: 'pending' },
      { type: 'message.input', role: 'user', content: [{ type: 'hologram' }] },
    ];
    const [reading] = reader.readRequests([begun({ inputs, store: false })]);
    expect(reading?.messages).toMatchObject([
      { role: 'user', contents: [{ type: 'data', mediaType: 'image/png', data: 'AA==' }] },
      { role: 'assistant', contents: [{ type: 'hosted-tool-call' }, { type: 'hosted-tool-result' }] },
      {
        role: 'assistant',
        contents: [
          { type: 'reasoning', text: 'Hm.', protectedData: 's' },
          { type: 'text', text: 'One' },
          { type: 'hosted-tool-result', rawRepresentation: handoff },
          { type: 'function-call', callId: 'c1', arguments: {} },
          { type: 'approval-request', requestId: 'c2', arguments: '{' },
        ],
      },
      { role: 'user', contents: [] },
    ]);
    expect(reading?.unread).toEqual([{ path: 'exchanges[0].request.body.inputs[6].content[0]', what: 'hologram' }]);
  });
});
