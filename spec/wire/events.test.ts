import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bodyOf, bytesOf } from '../../recordings/format/body.ts';
import { joinFrames } from '../../recordings/format/event-stream.ts';
import { eventFrames, serverSentEvents } from './events.ts';
import { exampleExchanges } from './example-exchanges.ts';

it('reads names and data, whatever the line ends', () => {
  expect(serverSentEvents('event: a\r\ndata: 1\r\n\r\n: comment\n\ndata: 2\ndata: 3\n\n')).toEqual([
    { name: 'a', data: '1', json: 1 },
    { data: '2\n3', json: undefined },
  ]);
});

it('takes an event that the end cuts off for none', () => {
  expect(serverSentEvents('data: 1\n\ndata: {"cut":')).toEqual([{ data: '1', json: 1 }]);
});

const { frameExchange } = exampleExchanges('converse', 'https://api.example.org/model/m/converse-stream');

it('reads names and payloads in order', () => {
  const { body } = frameExchange(
    ['messageStart', { role: 'assistant' }],
    ['messageStop', { stopReason: 'end_turn' }],
  ).response;
  expect(eventFrames(body)).toEqual({
    frames: [
      { headers: expect.objectContaining({ ':event-type': 'messageStart' }), payload: { role: 'assistant' } },
      { headers: expect.objectContaining({ ':event-type': 'messageStop' }), payload: { stopReason: 'end_turn' } },
    ],
  });
});

it('reads what was whole of a stream that is torn, and says that it is', () => {
  const { body } = frameExchange(['chunk', { n: 1 }], ['chunk', { n: 2 }]).response;
  const { frames, torn } = eventFrames(bodyOf(bytesOf(body).subarray(0, -1)));
  expect(frames.map(({ payload }) => payload)).toEqual([{ n: 1 }]);
  expect(torn).toMatch(/cut off/);
  expect(eventFrames({ text: '{"message":"no stream"}' })).toEqual({ frames: [], torn: expect.any(String) });
  expect(eventFrames({ text: '' })).toEqual({ frames: [] });
});

it('takes payloads for JSON only where they may be and are', () => {
  const payloads = ['{"a":', '', '1', '{"a":1}'].map((text) => Buffer.from(text));
  const frames = [...payloads, Buffer.from([0xff])].map((payload) => ({
    headers: [['n', 'long', '7']] as const,
    payload,
  }));
  const plain = { headers: [[':content-type', 'text/plain']] as const, payload: Buffer.from('1') };
  const read = eventFrames(bodyOf(joinFrames([...frames, plain]))).frames;
  expect(read.map(({ payload }) => payload)).toEqual(['{"a":', '', 1, { a: 1 }, '/w==', '1']);
  expect(read[0]?.headers).toEqual({ n: '7' });
});

it('property: nothing is too strange for it', () => {
  const whole = joinFrames([{ headers: [[':event-type', 'chunk']], payload: Buffer.from('{}') }]);
  fc.assert(
    fc.property(fc.uint8Array(), fc.boolean(), (bytes, behind) => {
      const { frames, torn } = eventFrames(bodyOf(Buffer.concat(behind ? [whole, bytes] : [bytes])));
      expect(frames).toHaveLength(behind ? 1 : 0);
      expect(torn === undefined).toBe(bytes.length === 0);
    }),
  );
});
