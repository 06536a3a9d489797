import { expect, it } from 'vitest';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import { saidIn } from '../../facts/names.ts';
import { chunkExchange, chunkOf, streamText } from './example-exchange.ts';
import { openAiChatReader } from './reader.ts';

const readResponses = (exchanges: readonly Exchange[]) => saidIn(openAiChatReader.readResponses(exchanges));
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
    'event that is no JSON object',
    'stream without a completion',
  ]);
});
