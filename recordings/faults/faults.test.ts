import { expect, test } from 'vitest';
import type { JsonObject } from '../../lib/canonical-json.ts';
import { bodyOf, bytesOf } from '../format/body.ts';
import { expandFrames, writeFrames } from '../format/event-stream.ts';
import type { HttpResponse } from '../format/exchange.ts';
import { networkFailures, schemaViolations, truncatedFaults } from './damaged-responses.ts';
import { errorResponses, proxyResponses } from './error-responses.ts';
import type { Fault } from './fault.ts';
import { partsOf, readPartsOf } from './response-parts.ts';
import { unknownMembers } from './tolerance/unknown-parts.ts';

const document = (body: unknown, status = 200): HttpResponse => ({
  status,
  headers: [
    ['content-type', 'application/json'],
    ['content-length', '1'],
  ],
  body: { text: JSON.stringify(body) },
});

const stream = (...events: readonly object[]): HttpResponse => ({
  status: 200,
  headers: [['content-type', 'text/event-stream']],
  body: {
    text: events.map((data) => `event: ${(data as JsonObject).type}\ndata: ${JSON.stringify(data)}\n\n`).join(''),
  },
});

const frames = (...payloads: readonly object[]): HttpResponse => ({
  status: 200,
  headers: [['content-type', 'application/vnd.amazon.eventstream']],
  body: bodyOf(writeFrames(payloads.map((json) => ({ headers: [[':event-type', 'delta'] as const], json })))),
});

/** What arrives, as text. */
const arrived = ({ arrives }: Fault): string => {
  const response = arrives();
  return response === 'nothing' ? response : response.body.text;
};

const find = (faults: readonly Fault[], what: string): Fault => {
  const found = faults.find((fault) => fault.what === what);
  if (!found) throw new Error(`no fault "${what}" among:\n${faults.map((f) => f.what).join('\n')}`);
  return found;
};

test('a member of a document is null, missing, of another type or another word, each alone', () => {
  const faults = schemaViolations(
    document({ type: 'message', content: [{ type: 'text', text: 'Hi there' }], n: 1, ok: true }),
    'op',
  );
  const told = faults.map(({ what }) => what);
  expect(told).toEqual([
    ...['the whole of it of message is null', 'the whole of it of message is a text'],
    ...['type of message is null', 'type of message is 7', 'type of message is a new word'],
    ...['content of message is missing', 'content of message is null', 'content of message is an object'],
    ...['content[0] of message is missing', 'content[0] of message is null', 'content[0] of message is a text'],
    ...[
      'content[0].type of message is null',
      'content[0].type of message is 7',
      'content[0].type of message is a new word',
    ],
    ...['content[0].text of message is null', 'content[0].text of message is 7'],
    ...['n of message is null', 'n of message is "seven"'],
    ...['ok of message is null', 'ok of message is "yes"'],
  ]);
  expect(arrived(find(faults, 'content[0].text of message is 7'))).toContain('"text":7}');
  expect(arrived(find(faults, 'content[0] of message is missing'))).toContain('"content":[]');
  expect(arrived(find(faults, 'content of message is missing'))).not.toContain('content');
  expect(arrived(find(faults, 'the whole of it of message is null'))).toBe('null');
});

test('of things that say what they are, it does not matter where they stand', () => {
  const text = { type: 'text', text: 'x y' };
  const [here, there] = [
    { type: 'a', parts: [text] },
    { type: 'b', wrapped: { parts: [text, text] } },
  ].map((body) =>
    schemaViolations(document(body), 'op')
      .filter(({ what }) => what.includes('.text '))
      .flatMap(({ covers }) => covers),
  );
  expect(new Set(there)).toEqual(new Set(here));
});

test('a text of one word with thousands of letters is looked at once', () => {
  expect(schemaViolations(document({ data: 'a'.repeat(100_000) }), 'op').map(({ what }) => what)).toContain(
    'data is 7',
  );
});

test('in a stream one event is wrong, and the others come as they were', () => {
  const answer = stream({ type: 'start', id: 'm 1' }, { type: 'end', id: 'm 1' });
  expect(arrived(find(schemaViolations(answer, 'op'), 'id of end is null'))).toBe(
    'event: start\ndata: {"type":"start","id":"m 1"}\n\nevent: end\ndata: {"type":"end","id":null}\n\n',
  );
  expect(arrived(find(schemaViolations(answer, 'op'), 'the whole of it of end is null'))).toContain(
    'event: end\ndata: null\n',
  );
});

test('frames of AWS are put together again with sums that hold', () => {
  const fault = find(schemaViolations(frames({ text: 'a b' }, { text: 'c d' }), 'op'), 'text of delta is 7');
  const response = fault.arrives() as HttpResponse;
  expect(expandFrames(bytesOf(response.body))?.map(({ json }) => json)).toEqual([{ text: 7 }, { text: 'c d' }]);
});

test('every object gets a member that nobody knows, but those that may be unions', () => {
  const [fault] = unknownMembers(document({ a: { b: { only: 1 }, c: [{ d: 1, e: 2 }] }, f: 1 }), 'op') as [Fault];
  const news = 'what was not known';
  expect(JSON.parse(arrived(fault))).toEqual({
    a: { b: { only: 1 }, c: [{ d: 1, e: 2, added_later: news }], added_later: news },
    f: 1,
    added_later: news,
  });
});

test('a document ends in its middle, a byte too early, or before it began', () => {
  const whole = document({ a: 1 });
  expect(truncatedFaults(whole, 'op').map(arrived)).toEqual(['{"a', '{"a":1', '']);
  const [first] = truncatedFaults(whole, 'op') as [Fault];
  expect((first.arrives() as HttpResponse).headers).toEqual([['content-type', 'application/json']]);
});

test('a stream ends before its first event, and behind each but the last', () => {
  const faults = truncatedFaults(stream({ type: 'a' }, { type: 'b' }, { type: 'c' }), 'op');
  expect(faults.map(({ what }) => what)).toEqual([
    'the stream ends before its first event',
    'the stream ends behind event 1 of 3, a',
    'the stream ends behind event 2 of 3, b',
  ]);
  expect(arrived(faults[2] as Fault)).toBe('event: a\ndata: {"type":"a"}\n\nevent: b\ndata: {"type":"b"}\n\n');
});

test('a stream ends once behind each kind of event; where a case is run whole, behind each that has something new', () => {
  const said = (index: number, id = 'one') => ({ type: 'say', id, choice: { index } });
  const [, first, same, other, anew] = truncatedFaults(stream(said(0), said(0), said(1), said(1, 'two'), {}), 'op');
  expect([first, same, other, anew].map((fault) => fault?.covers)).toEqual(Array(4).fill(['op say index']));
  expect([same, other, anew].map((fault) => fault?.details)).toEqual([
    [first?.details?.[0], 'op say new '],
    [first?.details?.[0], 'op say new  .choice .choice.index'],
    [first?.details?.[0], 'op say new  .id'],
  ]);
});

test('the kinds of events without a name are what is new in them', () => {
  const text = [{ id: 'one', choice: 0 }, { id: 'one', choice: 1 }, { id: 'one', end: true }, {}]
    .map((data) => `data: ${JSON.stringify(data)}\n\n`)
    .join('');
  const faults = truncatedFaults({ ...stream(), body: { text } }, 'op').slice(1);
  expect(faults.map(({ covers }) => covers.slice(1))).toEqual([
    ['op new .id', 'op new .choice'],
    ['op new .choice'],
    ['op new .end'],
  ]);
});

test('a fault of every operation counts for the operation and for its kind, each separately', () => {
  const kinds = (operation: string) => proxyResponses(document({}), operation).map(({ covers }) => covers);
  const known = kinds('ask').flat();
  expect(new Set(kinds('poll').flatMap((all) => all.filter((kind) => !known.includes(kind))))).toEqual(
    new Set(['poll']),
  );
  const [, , , , stalled] = networkFailures(stream({ type: 'a' }, { type: 'b' }), 'ask');
  expect(stalled?.covers).toEqual(['ask', 'stalled', 'stalled, a stream']);
});

test('a recorded error comes with every other status, and with word of when to come again', () => {
  const faults = errorResponses(document({ error: { message: 'Too many' } }, 429), 'op');
  const responses = faults.map(({ arrives }) => arrives() as HttpResponse);
  expect(responses.map(({ status }) => status)).toEqual([
    ...[400, 413, 422, 401, 403, 404, 408, 409, 500, 502, 503, 504, 529],
    ...[429, 429],
  ]);
  expect(responses.flatMap(({ headers }) => headers.filter(([name]) => name === 'retry-after'))).toHaveLength(2);
  expect(new Set(faults.flatMap(({ covers }) => covers)).size).toBe(1 + 8 + 2);
  expect(errorResponses(document({}), 'op')).toEqual([]);
});

test('something between caller and provider answers in its own words, without the headers of the provider', () => {
  const plain = document({});
  const recorded = { ...plain, headers: [...plain.headers, ['x-request-id', '1'] as const] };
  const responses = proxyResponses(recorded, 'op').map(({ arrives }) => arrives() as HttpResponse);
  expect(responses.map(({ status, headers }) => [status, headers])).toContainEqual([
    502,
    [['content-type', 'text/html']],
  ]);
  expect(responses.map(({ status, headers }) => [status, headers])).toContainEqual([503, []]);
});

test('an answer is lost whole, or from its middle on', () => {
  const faults = networkFailures(document({ a: 1 }), 'op');
  const [refusedOne, hungUp, unanswered, reset, stalled] = faults as [Fault, Fault, Fault, Fault, Fault];
  expect(refusedOne.arrives).toThrow(expect.objectContaining({ code: 'ECONNREFUSED' }));
  expect(hungUp.arrives).toThrow(expect.objectContaining({ code: 'ECONNRESET' }));
  expect(unanswered.arrives()).toBe('nothing');
  expect(reset.arrives()).toMatchObject({ body: { text: '{"a' }, ends: 'reset' });
  expect(stalled.arrives()).toMatchObject({ body: { text: '{"a' }, ends: 'never' });
  expect([unanswered.timeout, stalled.timeout]).toEqual([100, 100]);
});

test('parts of an answer keep the spelling of numbers, and are read without it', () => {
  const response: HttpResponse = {
    status: 200,
    headers: [['content-type', 'application/json']],
    body: { text: '{"ms":85.0}' },
  };
  expect(JSON.stringify(partsOf(response)[0]?.json)).toBe('{"ms":85.0}');
  expect(readPartsOf(response)[0]?.json).toEqual({ ms: 85 });
});
