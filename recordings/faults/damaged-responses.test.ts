import { expect, test } from 'vitest';
import { bodyOf, bytesOf } from '../format/body.ts';
import { splitFrames, writeFrames } from '../format/event-stream.ts';
import type { HttpResponse } from '../format/exchange.ts';
import { corruptFrames, incompleteErrors } from './damaged-responses.ts';
import { awsExceptions, exceptions } from './error-responses.ts';
import type { Fault } from './fault.ts';

const framed = [['content-type', 'application/vnd.amazon.eventstream']] as const;
const three = ['a', 'b', 'c'].map((type) => ({ headers: [[':event-type', type] as const], json: { type } }));
const whole: HttpResponse = { status: 200, headers: framed, body: bodyOf(writeFrames(three)) };

test('whatever of a frame changes, it is no frame any more, and those before it are', () => {
  const faults = corruptFrames(whole, 'ask');
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
  expect(corruptFrames({ ...whole, headers: [['content-type', 'text/event-stream']] }, 'ask')).toEqual([]);
});

const arrived = (fault: Fault | undefined): HttpResponse => {
  const response = fault?.arrives();
  if (!response || response === 'nothing') throw new Error('nothing arrives');
  return response;
};

test('a recorded exception gets every other name, with the status that goes with it', () => {
  const refusal: HttpResponse = {
    status: 400,
    headers: [['x-amzn-errortype', 'ValidationException']],
    body: { text: '{}' },
  };
  const faults = awsExceptions(refusal, 'ask');
  expect(faults.map((fault) => arrived(fault).status)).toEqual(exceptions.map(({ status }) => status));
  expect(arrived(faults[0]).headers).toEqual([['x-amzn-errortype', 'AccessDeniedException']]);
  expect(awsExceptions({ ...refusal, headers: [] }, 'ask')).toEqual([]);
});

const failed = (error: object) => ({ type: 'response.failed', response: { status: 'failed', error } });

test('each member of an error is missing in turn, and then all of it; that it is one stays', () => {
  const stream: HttpResponse = {
    status: 200,
    headers: [['content-type', 'text/event-stream']],
    body: { text: `data: ${JSON.stringify(failed({ code: 'c', message: 'No.' }))}\n\n` },
  };
  const faults = incompleteErrors(stream, 'ask');
  expect(faults.map((fault) => JSON.parse(arrived(fault).body.text.slice('data: '.length)))).toEqual([
    failed({ message: 'No.' }),
    failed({ code: 'c' }),
    failed({}),
    { type: 'response.failed', response: { status: 'failed' } },
    { type: 'response.failed', response: { status: 'failed', error: null } },
  ]);
});

test('an error of a tool is no error of the answer, and a status alone tells one', () => {
  const answer = (status: number, body: object): HttpResponse => ({
    status,
    headers: [['content-type', 'application/json']],
    body: { text: JSON.stringify(body) },
  });
  expect(incompleteErrors(answer(200, { output: [{ error: { code: 1, message: 'No.' } }] }), 'ask')).toEqual([]);
  expect(incompleteErrors(answer(400, { error: { code: 1, message: 'No.' } }), 'ask')).toEqual([]);
});
