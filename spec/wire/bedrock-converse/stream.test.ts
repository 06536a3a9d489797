import { describe, expect, it } from 'vitest';
import type { Json } from '../../../files/canonical-json.ts';
import { bodyOf, bytesOf } from '../../../recordings/format/body.ts';
import { joinFrames } from '../../../recordings/format/event-stream.ts';
import { answer, frameExchange, jsonExchange } from './example-exchange.ts';
import { readResponses } from './reader.ts';

type Event = readonly [type: string, payload: Json];
const start = (index: number, what: Json): Event => [
  'contentBlockStart',
  { contentBlockIndex: index, start: what, p: 'abc' },
];
const delta = (index: number, what: Json): Event => ['contentBlockDelta', { contentBlockIndex: index, delta: what }];
const stop = (index: number): Event => ['contentBlockStop', { contentBlockIndex: index }];
const usage = { inputTokens: 10, outputTokens: 5, totalTokens: 15 };
const begin: Event = ['messageStart', { role: 'assistant' }];
const end: Event[] = [
  ['messageStop', { stopReason: 'end_turn' }],
  ['metadata', { usage, metrics: { latencyMs: 1 } }],
];
const read = (...events: Event[]) => readResponses([frameExchange(...events)]);
const at = (frames: string) => `exchanges[0].response.frames[${frames}]`;

describe('a stream', () => {
  it('says what the whole answer says, wherever it is cut', () => {
    const page = { title: 'T', location: { web: { url: 'https://a.example/' } } };
    const streamed = read(
      begin,
      delta(0, { reasoningContent: { text: 'It is ' } }),
      delta(0, { reasoningContent: { text: 'cold.' } }),
      delta(0, { reasoningContent: { signature: 'sig' } }),
      stop(0),
      delta(1, { reasoningContent: { redactedContent: 'AAE=' } }),
      delta(1, { reasoningContent: { redactedContent: 'Ag==' } }),
      stop(1),
      delta(2, { text: 'Troms' }),
      delta(2, { text: 'ø' }),
      delta(2, { citation: page }),
      stop(2),
      start(3, { toolUse: { toolUseId: 'a', name: 'run', type: 'server_tool_use' } }),
      start(4, { toolUse: { toolUseId: 'b', name: 'f' } }),
      delta(4, { toolUse: { input: '{"n"' } }),
      delta(3, { toolUse: { input: '{"s":"x"}' } }),
      delta(4, { toolUse: { input: ':1}' } }),
      stop(3),
      stop(4),
      start(5, { toolResult: { toolUseId: 'a', type: 'run_result', status: 'success' } }),
      delta(5, { toolResult: [{ json: { out: 1 } }] }),
      delta(5, { toolResult: [{ text: 'more' }] }),
      stop(5),
      start(6, { image: { format: 'png' } }),
      delta(6, { image: { source: { bytes: 'AAE=' } } }),
      delta(6, { image: { source: { bytes: 'Ag==' } } }),
      stop(6),
      ...end,
    );
    const whole = readResponses([
      jsonExchange(
        answer([
          { reasoningContent: { reasoningText: { text: 'It is cold.', signature: 'sig' } } },
          { reasoningContent: { redactedContent: 'AAEC' } },
          { citationsContent: { content: [{ text: 'Tromsø' }], citations: [page] } },
          { toolUse: { toolUseId: 'a', name: 'run', type: 'server_tool_use', input: { s: 'x' } } },
          { toolUse: { toolUseId: 'b', name: 'f', input: { n: 1 } } },
          {
            toolResult: {
              toolUseId: 'a',
              type: 'run_result',
              status: 'success',
              content: [{ json: { out: 1 } }, { text: 'more' }],
            },
          },
          { image: { format: 'png', source: { bytes: 'AAEC' } } },
        ]),
      ),
    ]);
    expect(streamed.facts.map(({ fact }) => fact)).toEqual(whole.facts.map(({ fact }) => fact));
    expect(streamed.unread).toEqual([]);
    expect(streamed.facts.map(({ path }) => path).slice(0, 6)).toEqual(
      ['1..4', '5..7', '8..11', '10', '12..17', '13..18'].map(at),
    );
  });

  it('has calls without a piece of input, and such whose input never becomes JSON', () => {
    const { facts } = read(
      begin,
      start(0, { toolUse: { toolUseId: 'a', name: 'f' } }),
      stop(0),
      start(1, { toolUse: { toolUseId: 'b', name: 'g' } }),
      delta(1, { toolUse: { input: '{"city":"Os' } }),
      stop(1),
      ...end,
    );
    expect(facts.slice(0, 2).map(({ fact }) => fact)).toEqual([
      { kind: 'call', name: 'f', arguments: {}, id: 'a' },
      { kind: 'call', name: 'g', arguments: '{"city":"Os', id: 'b' },
    ]);
  });

  it('may end in an exception, after what it had said', () => {
    const exchange = frameExchange(begin, delta(0, { text: 'a' }));
    const frame = {
      headers: [
        [':exception-type', 'throttlingException'],
        [':message-type', 'exception'],
      ] as const,
      payload: Buffer.from('{"message":"slow"}'),
    };
    const body = bodyOf(Buffer.concat([bytesOf(exchange.response.body), joinFrames([frame])]));
    const { facts, unread } = readResponses([{ ...exchange, response: { ...exchange.response, body } }]);
    expect(facts).toEqual([
      { fact: { kind: 'text', text: 'a' }, path: at('1') },
      { fact: { kind: 'error', code: 'ThrottlingException', message: 'slow', retryable: true }, path: at('2') },
    ]);
    expect(unread).toEqual([]);
  });

  it('lists what there is no word for, and that it is torn', () => {
    const { unread } = read(
      begin,
      delta(0, { audio: { bytes: '' } }),
      stop(7),
      ['heartbeat', {}],
      ['contentBlockDelta', 'text'],
      ['metadata', { usage, trace: { guardrail: {} } }],
    );
    expect(unread).toEqual([
      { path: at('1'), what: 'contentBlockDelta.audio' },
      { path: at('2'), what: 'contentBlockStop' },
      { path: at('3'), what: 'heartbeat' },
      { path: at('4'), what: 'event that is no JSON object (contentBlockDelta)' },
      { path: `${at('5')}.trace`, what: 'trace' },
      { path: 'exchanges[0].response.frames', what: 'stream that ends before messageStop' },
    ]);
    const exchange = frameExchange(begin, ...end);
    const body = bodyOf(bytesOf(exchange.response.body).subarray(0, -1));
    expect(readResponses([{ ...exchange, response: { ...exchange.response, body } }]).unread).toMatchObject([
      { what: expect.stringMatching(/^cut off/) },
    ]);
  });
});
