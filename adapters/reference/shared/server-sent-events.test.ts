import { expect, test } from 'vitest';
import { type ServerSentEvent, serverSentEvents } from './server-sent-events.ts';

async function read(text: string, size: number) {
  const bytes = new TextEncoder().encode(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.slice(i * size, (i + 1) * size),
  );
  const events: ServerSentEvent[] = [];
  for await (const event of serverSentEvents(asyncOf(chunks))) events.push(event);
  return events;
}

async function* asyncOf<T>(values: readonly T[]) {
  yield* values;
}

const stream = [
  ': a comment\nevent: first\ndata: {"sky":"snow ❄️"}\n\n',
  'data:no space\r\ndata:  two\r\nid: 7\r\nretry: 10\r\n\r\n',
  'event: empty\ndata\n\n\n',
  'event: nothing\n\n',
  'event: last\rdata: [DONE]\r\r',
  'data: cut off',
].join('');

test.each([1, 2, 3, 7, 1000])('events are the same in chunks of %i bytes', async (size) => {
  expect(await read(stream, size)).toEqual([
    { event: 'first', data: '{"sky":"snow ❄️"}' },
    { event: '', data: 'no space\n two' },
    { event: 'empty', data: '' },
    { event: 'last', data: '[DONE]' },
  ]);
});
