import { createParser, type EventSourceMessage } from 'eventsource-parser';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tries } from '../../lib/nightly-tests.ts';
import { expandEvents, writeEvents } from './server-sent-events.ts';

test('events are listed with their JSON parsed', () => {
  const text = 'event: ping\ndata: {"type": "ping"}\n\ndata: [DONE]\n\n';
  expect(expandEvents(text)).toEqual({
    events: [{ event: 'ping', data: { type: 'ping' } }, { data: '[DONE]' }],
    layout: { spaced: true },
  });
});

test.each([
  ['CRLF', 'data: {"a":1}\r\n\r\ndata: {"a":2}\r\n\r\n', [{ data: { a: 1 } }, { data: { a: 2 } }]],
  ['comments', ': keep-alive\n\n:\ndata: x\n\n', [{ comment: ' keep-alive' }, { comment: '', data: 'x' }]],
  ['several data lines', 'data: {\ndata: }\n\n', [{ data: '{\n}' }]],
  ['id and retry', 'id: 1\nretry: 10\nevent: e\ndata: {}\n\n', [{ id: '1', retry: '10', event: 'e', data: {} }]],
  ['fields in another order', 'data: {}\nevent: e\n\n', [{ data: {}, event: 'e' }]],
  ['no line break at the end', 'data: {"a":1}', [{ data: { a: 1 } }]],
  ['no space after the colon', 'data:{"a":1}\n\n', [{ data: { a: 1 } }]],
  [
    'padding inside JSON',
    'data: {"a":1   }\n\ndata: {"a":1}\n\n',
    [{ data: { a: 1 }, padding: 3 }, { data: { a: 1 } }],
  ],
  ['two JSON styles', 'data: {"a": 1}\n\ndata: {"a":1}\n\n', [{ data: { a: 1 } }, { data: '{"a":1}' }]],
  ['numbers as they were', 'data: {"a":1.0}\n\n', undefined],
])('%s: listed, and written back byte for byte', (_, text, events) => {
  const expanded = expandEvents(text);
  if (events) expect(expanded?.events).toEqual(events);
  expect(expanded && writeEvents(expanded.events, expanded.layout)).toBe(text);
});

test.each([
  ['line ends of two kinds', 'data: a\r\n\ndata: b\n\n'],
  ['an empty event', 'data: a\n\n\n\ndata: b\n\n'],
  ['an unknown field', 'data: a\nfoo: b\n\n'],
  ['a field twice', 'event: a\nevent: b\n\n'],
])('%s: stays text', (_, text) => {
  expect(expandEvents(text)).toBeUndefined();
});

const line = fc.oneof(
  fc.constantFrom('data: {"a":1.0}', 'data: {"a": 1}', 'data:x', 'data: x', 'data', 'event: e', 'id: 1', 'retry: 3'),
  fc.constantFrom(':', ': comment', 'data: {"a":1    }', 'data: [1,2]', 'data:  two spaces', 'foo: bar', '', ''),
  fc.json({ maxDepth: 2 }).map((json) => `data: ${json}`),
);

const stream = fc
  .tuple(fc.array(line), fc.constantFrom('\n', '\r\n', '\r'), fc.constantFrom('', '\n', '\n\n', '\r\n\r\n', '\n\n\n'))
  .map(([lines, newline, end]) => lines.join(newline) + end);

test('property: any stream is written back byte for byte, or stays text', () => {
  fc.assert(
    fc.property(stream, (text) => {
      const expanded = expandEvents(text);
      return expanded === undefined || writeEvents(expanded.events, expanded.layout) === text;
    }),
    { numRuns: tries(1000) },
  );
});

test('property: what is listed is what an event source hears', () => {
  const event = fc.record(
    { event: fc.constantFrom('a', 'b'), data: fc.oneof(fc.json(), fc.constantFrom('x', 'x\ny', '[DONE]')) },
    { requiredKeys: ['data'] },
  );
  fc.assert(
    fc.property(fc.array(event), fc.constantFrom('\n' as const, '\r\n' as const), (events, newline) => {
      const text = writeEvents(events, newline === '\n' ? {} : { newline });
      const heard: EventSourceMessage[] = [];
      createParser({ onEvent: (message) => heard.push(message) }).feed(text);
      const listed = expandEvents(text)?.events ?? [];
      expect(listed.map(({ event: name }) => name)).toEqual(heard.map(({ event: name }) => name));
      listed.forEach(({ data }, index) => {
        const said = heard[index]?.data ?? '';
        expect(typeof data === 'string' ? data : JSON.stringify(data)).toBe(said);
      });
    }),
  );
});
