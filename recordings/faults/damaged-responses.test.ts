import { expect, test } from 'vitest';
import { bodyOf, bytesOf } from '../format/body.ts';
import { expandFrames, splitFrames, writeFrames } from '../format/event-stream.ts';
import type { HttpResponse } from '../format/exchange.ts';
import { apisWithLateErrors, corrupt, late } from './damaged-responses.ts';
import { exceptions, named } from './error-responses.ts';
import type { Fault } from './fault.ts';

const framed = [['content-type', 'application/vnd.amazon.eventstream']] as const;
const three = ['a', 'b', 'c'].map((type) => ({ headers: [[':event-type', type] as const], json: { type } }));
const whole: HttpResponse = { status: 200, headers: framed, body: bodyOf(writeFrames(three)) };

test('whatever of a frame changes, it is no frame any more, and those before it are', () => {
  const faults = corrupt(whole, 'ask');
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
  expect(corrupt({ ...whole, headers: [['content-type', 'text/event-stream']] }, 'ask')).toEqual([]);
});

const events = ['a', 'b', 'c', 'd'].map((n) => `event: ${n}\ndata: {}\n\n`);
const stream: HttpResponse = {
  status: 200,
  headers: [['content-type', 'text/event-stream']],
  body: { text: events.join('') },
};
const frames: HttpResponse = {
  status: 200,
  headers: [['content-type', 'application/vnd.amazon.eventstream']],
  body: bodyOf(writeFrames([{ headers: [[':event-type', 'chunk']], json: {} }])),
};

const arrived = (fault: Fault | undefined): HttpResponse => {
  const response = fault?.arrives();
  if (!response || response === 'nothing') throw new Error('nothing arrives');
  return response;
};

test('a stream of events ends with an error behind its first event, and in its middle', () => {
  const [first, second] = late(stream, 'ask', 'anthropic');
  const error = 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error"';
  expect(arrived(first).body.text).toContain(`${events[0]}${error}`);
  expect(arrived(first).body.text).not.toContain('event: b');
  expect(arrived(second).body.text).toContain(`${events[1]}${error}`);
  expect(first?.what).toBe('the answer to ask ends with the error overloaded_error behind event 1 of 4');
});

test('a stream of frames ends with an exception of every name, or an error of none of them', () => {
  const told = late(frames, 'ask', 'bedrock-converse').map((fault) => expandFrames(bytesOf(arrived(fault).body)));
  expect(told).toHaveLength(2 * (exceptions.length + 1));
  expect(told[0]).toEqual([
    expect.anything(),
    expect.objectContaining({ headers: expect.arrayContaining([[':exception-type', 'accessDeniedException']]) }),
  ]);
});

test('every API that knows such errors says them in the form of its streams; a document has none', () => {
  for (const api of apisWithLateErrors) {
    const of = api.startsWith('bedrock') ? frames : stream;
    expect(late(of, 'ask', api).length, api).toBeGreaterThan(1);
    expect(late(of === frames ? stream : frames, 'ask', api), api).toEqual([]);
  }
  expect(late(stream, 'ask', 'mistral-chat')).toEqual([]);
  expect(
    late({ ...stream, headers: [['content-type', 'application/json']], body: { text: '{}' } }, 'ask', 'anthropic'),
  ).toEqual([]);
});

test('a recorded exception gets every other name, with the status that goes with it', () => {
  const refusal: HttpResponse = {
    status: 400,
    headers: [['x-amzn-errortype', 'ValidationException']],
    body: { text: '{}' },
  };
  const faults = named(refusal, 'ask');
  expect(faults.map((fault) => arrived(fault).status)).toEqual(exceptions.map(({ status }) => status));
  expect(arrived(faults[0]).headers).toEqual([['x-amzn-errortype', 'AccessDeniedException']]);
  expect(named({ ...refusal, headers: [] }, 'ask')).toEqual([]);
});
