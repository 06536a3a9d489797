import { expect, it } from 'vitest';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import { exampleRequest, jsonExchange, messageEntry, responseOf, streamExchange } from './example-exchange.ts';
import { mistralReader as reader } from './reader.ts';

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
