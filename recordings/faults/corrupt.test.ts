import { expect, test } from 'vitest';
import { bodyOf, bytesOf } from '../format/body.ts';
import { splitFrames, writeFrames } from '../format/event-stream.ts';
import type { HttpResponse } from '../format/exchange.ts';
import { corrupt } from './corrupt.ts';

const headers = [['content-type', 'application/vnd.amazon.eventstream']] as const;
const frames = ['a', 'b', 'c'].map((type) => ({ headers: [[':event-type', type] as const], json: { type } }));
const stream: HttpResponse = { status: 200, headers, body: bodyOf(writeFrames(frames)) };

test('whatever of a frame changes, it is no frame any more, and those before it are', () => {
  const faults = corrupt(stream, 'ask');
  expect(faults.map(({ what }) => what.replace(/.* with /, ''))).toEqual([
    'its length changed',
    'the checksum of its prelude changed',
    'its headers changed',
    'its payload changed',
    'its checksum changed',
  ]);
  for (const { arrives, what } of faults) {
    const arrived = arrives();
    if (arrived === 'nothing') throw new Error(what);
    const { frames: left, rest } = splitFrames(bytesOf(arrived.body));
    expect([left.length, rest.length > 0], what).toEqual([1, true]);
  }
});

test('what is no stream of frames has no such fault', () => {
  expect(corrupt({ ...stream, headers: [['content-type', 'text/event-stream']] }, 'ask')).toEqual([]);
});
