import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import { saidIn } from '../../facts/describe.ts';
import { message, streamExchange, streamText } from './example-exchange.ts';
import * as response from './reader.ts';

const readResponses = (exchanges: readonly Exchange[]) => saidIn(response.readResponses(exchanges));
type Event = Parameters<typeof streamExchange>[number];
const start = (content: unknown[] = [], more: object = { stop_reason: null }): Event => ({
  type: 'message_start',
  message: message(content, more),
});
const open = (index: number, block: object): Event => ({ type: 'content_block_start', index, content_block: block });
const grow = (index: number, type: string, more: object): Event => ({
  type: 'content_block_delta',
  index,
  delta: { type, ...more },
});
const close = (index: number): Event => ({ type: 'content_block_stop', index });
const end = (reason: string, usage: object = { output_tokens: 9 }): Event[] => [
  { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage },
  { type: 'message_stop' },
];
const ping: Event = { type: 'ping' };
const read = (...events: Event[]) => readResponses([streamExchange(...events)]);
const at = (events: string) => `exchanges[0].response.events[${events}]`;

describe('a message as a stream', () => {
  it('says what its deltas say, and which events made it', () => {
    const reading = read(
      start(),
      open(0, { type: 'text', text: '' }),
      ping,
      grow(0, 'text_delta', { text: 'Check' }),
      grow(0, 'text_delta', { text: 'ing.' }),
      close(0),
      open(1, { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: {} }),
      grow(1, 'input_json_delta', { partial_json: '' }),
      grow(1, 'input_json_delta', { partial_json: '{"city":' }),
      grow(1, 'input_json_delta', { partial_json: '"Oslo"}' }),
      close(1),
      ...end('tool_use'),
    );
    expect(reading).toEqual({
      facts: [
        { fact: { kind: 'text', text: 'Checking.' }, path: at('1..5') },
        {
          fact: { kind: 'call', name: 'get_weather', arguments: { city: 'Oslo' }, id: 'toolu_1' },
          path: at('6..10'),
        },
        { fact: { kind: 'finish', reason: 'tool_calls' }, path: `${at('11')}.delta.stop_reason` },
        { fact: { kind: 'usage', inputTokens: 10, outputTokens: 9 }, path: `${at('11')}.usage` },
      ],
      unread: [],
    });
  });

  it('says what stands for an earlier part of the conversation', () => {
    const { facts, unread } = read(
      start(),
      open(0, { type: 'compaction', content: null }),
      grow(0, 'compaction_delta', { content: 'They ' }),
      grow(0, 'compaction_delta', { content: 'talked.', encrypted_content: 'sealed' }),
      close(0),
      ...end('end_turn'),
    );
    const payload = { type: 'compaction', content: 'They talked.', encrypted_content: 'sealed' };
    expect(facts[0]?.fact).toEqual({ kind: 'hosted-result', tool: 'compaction', payload });
    expect(unread).toEqual([]);
  });

  it('keeps blocks apart whose deltas come mixed', () => {
    const call = (id: string) => ({ type: 'tool_use', id, name: 'f', input: {} });
    const { facts } = read(
      start(),
      open(0, call('a')),
      open(1, call('b')),
      grow(1, 'input_json_delta', { partial_json: '{"n":2}' }),
      grow(0, 'input_json_delta', { partial_json: '{"n":1}' }),
      close(1),
      close(0),
      ...end('tool_use'),
    );
    expect(facts.slice(0, 2)).toEqual([
      { fact: { kind: 'call', name: 'f', arguments: { n: 1 }, id: 'a' }, path: at('1..6') },
      { fact: { kind: 'call', name: 'f', arguments: { n: 2 }, id: 'b' }, path: at('2..5') },
    ]);
  });

  it('puts thinking and its signature together', () => {
    const { facts } = read(
      start(),
      open(0, { type: 'thinking', thinking: '', signature: '' }),
      grow(0, 'thinking_delta', { thinking: 'It is ' }),
      grow(0, 'thinking_delta', { thinking: 'cold.' }),
      grow(0, 'signature_delta', { signature: 'sig' }),
      close(0),
      open(1, { type: 'redacted_thinking', data: 'opaque' }),
      close(1),
      ...end('end_turn'),
    );
    expect(facts.slice(0, 2)).toEqual([
      { fact: { kind: 'reasoning', text: 'It is cold.', protectedData: 'sig' }, path: at('1..5') },
      {
        fact: { kind: 'reasoning', text: '', protectedData: 'opaque', state: { type: 'redacted_thinking' } },
        path: at('6..7'),
      },
    ]);
  });

  it('cites as its citation deltas say, each in its own event', () => {
    const cite = (url: string) => grow(0, 'citations_delta', { citation: { type: 'web_search_result_location', url } });
    const { facts } = read(
      start(),
      open(0, { type: 'text', text: '', citations: [{ url: 'https://a.example/' }] }),
      cite('https://b.example/'),
      grow(0, 'text_delta', { text: 'It rains.' }),
      cite('https://c.example/'),
      close(0),
      ...end('end_turn'),
    );
    const cited = (target: string) => ({ kind: 'citation', target, span: 'It rains.' });
    expect(facts.slice(1, 4)).toEqual([
      { fact: cited('https://a.example/'), path: `${at('1')}.citations[0]` },
      { fact: cited('https://b.example/'), path: at('2') },
      { fact: cited('https://c.example/'), path: at('4') },
    ]);
  });

  it('takes arguments from the start of a block that has no deltas', () => {
    const { facts } = read(
      start(),
      open(0, { type: 'tool_use', id: 'a', name: 'f', input: { n: 1 } }),
      close(0),
      ...end('tool_use'),
    );
    expect(facts[0]?.fact).toMatchObject({ kind: 'call', arguments: { n: 1 } });
  });

  it('keeps arguments that never become JSON as their text', () => {
    const { facts } = read(
      start(),
      open(0, { type: 'tool_use', id: 'a', name: 'f', input: {} }),
      grow(0, 'input_json_delta', { partial_json: '{"city":"Os' }),
      close(0),
      ...end('max_tokens'),
    );
    expect(facts[0]?.fact).toMatchObject({ kind: 'call', arguments: '{"city":"Os' });
  });

  it('takes a result of a hosted tool whole from the start of its block', () => {
    const content = [{ type: 'web_search_result', url: 'https://example.org/' }];
    const { facts } = read(
      start(),
      open(0, { type: 'web_search_tool_result', tool_use_id: 's', content }),
      close(0),
      ...end('end_turn'),
    );
    expect(facts[0]).toEqual({
      fact: { kind: 'hosted-result', tool: 'web_search', payload: content, id: 's' },
      path: at('1..2'),
    });
  });

  it('may come whole in its first event', () => {
    const call = { type: 'tool_use', id: 'a', name: 'f', input: { n: 1 } };
    const { facts } = read(start([call], { stop_reason: 'tool_use' }), { type: 'message_stop' });
    expect(facts).toEqual([
      { fact: { kind: 'call', name: 'f', arguments: { n: 1 }, id: 'a' }, path: `${at('0')}.message.content[0]` },
      { fact: { kind: 'finish', reason: 'tool_calls' }, path: `${at('0')}.message.stop_reason` },
      { fact: { kind: 'usage', inputTokens: 10, outputTokens: 5 }, path: `${at('0')}.message.usage` },
    ]);
  });

  it('costs what its last count says, and what its first said of the rest', () => {
    const usage = { input_tokens: 3, cache_read_input_tokens: 100, output_tokens: 1 };
    const first = start([], { stop_reason: null, usage });
    const cost = (last: object) => read(first, ...end('end_turn', last)).facts.at(-1)?.fact;
    expect(cost({ output_tokens: 9 })).toEqual({
      kind: 'usage',
      inputTokens: 103,
      outputTokens: 9,
      cachedInputTokens: 100,
    });
    expect(cost({ input_tokens: 5, output_tokens: 9 })).toMatchObject({ inputTokens: 105 });
    expect(cost({ input_tokens: null, cache_read_input_tokens: null, output_tokens: 9 })).toMatchObject({
      inputTokens: 103,
    });
  });

  it('knows the event by its data, also where the stream names none', () => {
    const named = [start(), open(0, { type: 'text', text: 'a' }), close(0), ...end('end_turn')];
    const nameless = named.map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`).join('');
    expect(readResponses([streamText(nameless)])).toEqual(read(...named));
  });
});

describe('what a stream says besides', () => {
  it('is an error where one comes in its midst', () => {
    const error: Event = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    const { facts, unread } = read(start(), open(0, { type: 'text', text: 'a' }), error);
    expect(facts.map(({ fact }) => fact.kind)).toEqual(['text', 'usage', 'error']);
    expect(facts.at(-1)).toEqual({
      fact: { kind: 'error', code: 'overloaded_error', message: 'Overloaded', retryable: true },
      path: at('2'),
    });
    expect(unread).toEqual([]);
  });

  it('is an error where it breaks off; a call that was not whole by then is none', () => {
    const call: Event = open(1, { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} });
    const { facts } = read(start(), open(0, { type: 'text', text: 'a' }), call);
    expect(facts.map(({ fact }) => fact.kind)).toEqual(['text', 'usage', 'error']);
    expect(facts.at(-1)?.fact).toMatchObject({ unreadable: '' });
  });

  it('is listed where there is no word for it', () => {
    const { unread } = read(
      { type: 'content_block_stop', index: 0 },
      start(),
      open(0, { type: 'text', text: '' }),
      grow(0, 'video_delta', { video: '' }),
      grow(0, 'audio_delta', { audio: '' }),
      grow(7, 'text_delta', { text: 'of a block that never began' }),
      { type: 'heartbeat' },
      close(0),
      { type: 'message_delta', delta: { stop_reason: 'end_turn', container: { id: 'c' } }, context_management: {} },
      { type: 'message_stop' },
    );
    expect(unread).toEqual([
      { path: at('3'), what: 'content_block_delta.video_delta' },
      { path: at('4'), what: 'content_block_delta.audio_delta' },
      { path: `${at('8')}.delta.container`, what: 'message.container' },
      { path: `${at('8')}.context_management`, what: 'message_delta.context_management' },
      { path: at('0'), what: 'content_block_stop' },
      { path: at('5'), what: 'content_block_delta' },
      { path: at('6'), what: 'heartbeat' },
    ]);
  });

  it('is listed where it is no JSON', () => {
    expect(readResponses([streamText('event: message_start\ndata: {\n\ndata: [DONE]\n\n')])).toEqual({
      facts: [
        {
          fact: { kind: 'error', message: '', unreadable: '' },
          path: 'exchanges[0].response.events',
        },
      ],
      unread: [
        { path: at('0'), what: 'event that is not a JSON object (message_start)' },
        { path: at('1'), what: 'event that is not a JSON object' },
      ],
    });
    expect(readResponses([streamText('')]).facts).toHaveLength(1);
  });
});
