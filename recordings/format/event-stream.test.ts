import { crc32 } from 'node:zlib';
import { EventStreamCodec } from '@smithy/eventstream-codec';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tries } from '../../lib/nightly-tests.ts';
import { collapseBody, expandBody } from './body.ts';
import {
  eventsInFrames,
  expandFrames,
  type Frame,
  type FrameHeader,
  framedEvents,
  joinFrames,
  type ListedFrame,
  splitFrames,
  writeFrames,
} from './event-stream.ts';

const type = 'application/vnd.amazon.eventstream';

const header: fc.Arbitrary<readonly unknown[]> = fc.oneof(
  fc.tuple(fc.constant('string'), fc.string({ unit: 'grapheme' })).map(([, text]) => [text]),
  fc.tuple(fc.constant('boolean'), fc.boolean()),
  fc.tuple(fc.constant('byte'), fc.integer({ min: -128, max: 127 })),
  fc.tuple(fc.constant('short'), fc.integer({ min: -32768, max: 32767 })),
  fc.tuple(fc.constant('integer'), fc.integer()),
  fc.tuple(fc.constant('long'), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)),
  fc.tuple(
    fc.constant('binary'),
    fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64')),
  ),
  fc.tuple(
    fc.constant('timestamp'),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  ),
  fc.tuple(fc.constant('uuid'), fc.uuid()),
);
const name = fc.oneof(
  fc.constantFrom(':event-type', ':message-type', ':content-type'),
  fc.stringMatching(/^[:a-z-]{1,20}$/),
);
const headers = fc
  .uniqueArray(fc.tuple(name, header), { selector: ([key]) => key, maxLength: 5 })
  .map((list) => list.map(([key, value]) => [key, ...value] as unknown as FrameHeader));
const payload = fc.oneof(
  fc.json().map((text) => Buffer.from(text)),
  fc
    .constantFrom('', '{"a":1.0}', '{"b": [1, 2.50]}\n', '{"a":1,"a":2}', '{\n  "p": "abc"\n}', 'text', '1')
    .map((text) => Buffer.from(text)),
  fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
  fc.uint8Array().map((bytes) => Buffer.from(bytes)),
);
const frames: fc.Arbitrary<Frame[]> = fc.array(fc.record({ headers, payload }), { minLength: 1, maxLength: 4 });

const event = (eventType: string, body: string): Frame => ({
  headers: [
    [':event-type', eventType],
    [':content-type', 'application/json'],
    [':message-type', 'event'],
  ],
  payload: Buffer.from(body),
});
const stream = joinFrames([event('messageStart', '{"role":"assistant"}'), event('metadata', '{"n": 1.0}')]);
const base64 = (bytes: Uint8Array) => ({ text: Buffer.from(bytes).toString('base64'), encoding: 'base64' }) as const;

test('frames are listed with headers in order and JSON parsed, and written back byte for byte', () => {
  const { frames: listed = [] } = expandBody(base64(stream), type);
  expect(listed[0]).toEqual({
    headers: [
      [':event-type', 'messageStart'],
      [':content-type', 'application/json'],
      [':message-type', 'event'],
    ],
    json: { role: 'assistant' },
  });
  expect(listed[1]).toMatchObject({ layout: { spaced: true } });
  expect(JSON.stringify(listed[1]?.json)).toBe('{"n":1.0}');
  expect(collapseBody({ frames: listed })).toEqual(base64(stream));
});

test('they are the frames that the codec of the AWS SDKs writes', () => {
  const codec = new EventStreamCodec(String, (text) => Buffer.from(text));
  const body = Buffer.from('{"role":"assistant"}');
  const value = (text: string) => ({ type: 'string', value: text }) as const;
  const frame = codec.encode({
    headers: {
      ':event-type': value('messageStart'),
      ':content-type': value('application/json'),
      ':message-type': value('event'),
    },
    body,
  });
  expect(stream.subarray(0, frame.length).equals(frame)).toBe(true);
});

test('property: any frames come back byte for byte, and each body is listed', () => {
  fc.assert(
    fc.property(frames, (made) => {
      const bytes = joinFrames(made);
      const split = splitFrames(bytes);
      expect(split.rest).toHaveLength(0);
      expect(split.frames.map(({ headers: h }) => h)).toEqual(made.map(({ headers: h }) => h));
      const listed = expandFrames(bytes) ?? expect.fail('not listed');
      const reread: ListedFrame[] = JSON.parse(JSON.stringify(listed));
      expect(reread).toHaveLength(made.length);
      expect(writeFrames(listed).equals(bytes)).toBe(true);
    }),
    { numRuns: tries(500) },
  );
});

test('property: what is torn or corrupt stays base64, and what was whole before it is read', () => {
  fc.assert(
    fc.property(frames, fc.nat(), fc.integer({ min: 1, max: 255 }), fc.boolean(), (made, place, flip, tear) => {
      const whole = joinFrames(made);
      const at = place % whole.length;
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ flip;
      const broken = tear ? whole.subarray(0, at) : bytes;
      const ends = made.map((_, i) => joinFrames(made.slice(0, i + 1)).length);
      const { frames: read, rest, problem } = splitFrames(broken);
      expect(read).toHaveLength(ends.filter((end) => end <= at).length);
      expect(Buffer.concat([joinFrames(read), rest]).equals(broken)).toBe(true);
      expect(problem === undefined).toBe(rest.length === 0);
      if (rest.length > 0) expect(expandBody(base64(broken), type)).toEqual({ base64: base64(broken).text });
    }),
    { numRuns: tries(500) },
  );
});

test('property: no bytes at all are too strange', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.integer({ min: 0, max: 70 }), (bytes, length) => {
      const claimed = Buffer.from(bytes);
      if (claimed.length >= 4) claimed.writeUInt32BE(length);
      expect(splitFrames(claimed).rest.equals(claimed)).toBe(true);
    }),
  );
});

/** A frame with header bytes of its own, which the codec would never write. */
function frameOf(headerBytes: Buffer, body = ''): Buffer {
  const valid = Buffer.from(
    new EventStreamCodec(String, Buffer.from).encode({
      headers: {},
      body: Buffer.concat([headerBytes, Buffer.from(body)]),
    }),
  );
  valid.writeUInt32BE(headerBytes.length, 4);
  valid.writeUInt32BE(crc32(valid.subarray(0, 8)), 8);
  valid.writeUInt32BE(crc32(valid.subarray(0, -4)), valid.length - 4);
  return valid;
}

test.each([
  ['a header twice', Buffer.from('\u0001a\u0007\u0000\u0001x\u0001a\u0007\u0000\u0001y')],
  ['a header that ends behind the headers', Buffer.from('\u0001a\u0007\u0000\u0005x')],
  ['a header that ends behind everything', Buffer.from('\u0001a\u0007\u007f\u00ffx')],
  ['a header of an unknown type', Buffer.from('\u0001a\u0063')],
  ['a header named __proto__', Buffer.from('\u0009__proto__\u0007\u0000\u0001x')],
])('%s: the frame stays bytes, though its checksums hold', (_, headerBytes) => {
  const bytes = frameOf(headerBytes, 'payload');
  expect(splitFrames(bytes)).toMatchObject({ frames: [], problem: expect.any(String) });
  expect(splitFrames(frameOf(Buffer.from('\u0001a\u0007\u0000\u0001x'), 'payload')).frames).toHaveLength(1);
});

test.each([
  [['n', 'byte', 200], '"n" is 200, which is no byte'],
  [['n', 'integer', '1'], 'which is no integer'],
  [['n', 'long', '1.5'], 'which is no long'],
  [['n', 'long', '9223372036854775808'], ''],
  [['n', 'timestamp', 'yesterday'], 'which is no timestamp'],
  [['n', 'boolean', 'yes'], 'which is no boolean'],
  [['n', 'uuid', 'x'], 'UUID'],
  [['n', 'text', 'x'], 'which is no text'],
])('a header %j written by hand is refused', (wrong, message) => {
  expect(() => joinFrames([{ headers: [wrong as unknown as FrameHeader], payload: Buffer.from('') }])).toThrow(message);
});

test('server-sent events travel in frames where a surface has them so; an error stays as it is', () => {
  const framing = { event: 'chunk', member: 'bytes' };
  const sse = {
    status: 200,
    headers: [['content-type', 'text/event-stream']],
    body: {
      text: 'event: x\ndata: {"type":"x"}\n\nevent: throttlingException\ndata: {"message":"Later."}\n\n',
    },
  } as const;
  const { headers, body } = framedEvents(sse, framing);
  expect(headers).toEqual([['content-type', 'application/vnd.amazon.eventstream']]);
  const bytes = Buffer.from(body.text, 'base64');
  const exception = [':exception-type', 'throttlingException'];
  expect(expandFrames(bytes)).toMatchObject([
    { json: { bytes: btoa('{"type":"x"}') } },
    { headers: [exception, expect.anything(), [':message-type', 'exception']], json: { message: 'Later.' } },
  ]);
  expect(eventsInFrames(splitFrames(bytes).frames, framing)).toBe(sse.body.text);
  const error = { status: 429, headers: [['content-type', 'application/json']], body: { text: '{}' } } as const;
  expect(framedEvents(error, framing)).toBe(error);
});
