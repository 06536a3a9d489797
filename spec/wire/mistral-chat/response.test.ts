import { expect, it, test } from 'vitest';
import { withoutNames } from '../../facts/names.ts';
import { exampleExchanges } from '../example-exchanges.ts';
import { mistralChatReader } from './reader.ts';

const { jsonExchange, streamText } = exampleExchanges(
  'chat.completions.create',
  'https://api.mistral.ai/v1/chat/completions',
);
const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
const whole = (message: object, finish = 'stop') =>
  mistralChatReader.readResponses([
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
  return mistralChatReader.readResponses([
    streamText(chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')),
  ]);
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
  const { facts } = mistralChatReader.readResponses([jsonExchange(body, 422)]);
  expect(facts.map((located) => located.fact)).toEqual([{ kind: 'error', status: 422, ...fact }]);
});

it('an error in the midst of a stream is one', () => {
  const text = 'data: {"object":"error","message":"Overloaded.","type":"internal_server_error","code":"3700"}\n\n';
  expect(mistralChatReader.readResponses([streamText(text)])).toEqual({
    facts: [{ fact: { kind: 'error', code: '3700', message: 'Overloaded.' }, path: 'exchanges[0].response.events[0]' }],
    unread: [],
  });
});
