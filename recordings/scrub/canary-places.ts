/** Where a message may hold a secret. For tests. */
import { gzipSync } from 'node:zlib';
import { bodyOf } from '../format/body.ts';
import { joinFrames } from '../format/event-stream.ts';
import type { Headers, HttpRequest, HttpResponse } from '../format/exchange.ts';

type Place<M> = (text: string) => M;

const eventStream = 'application/vnd.amazon.eventstream';

const answer = (body: string | Buffer, type = 'application/json', headers: Headers = []): HttpResponse => ({
  status: 400,
  headers: [['content-type', type], ...headers],
  body: typeof body === 'string' ? { text: body } : bodyOf(body),
});

const headed = (name: string, value: string): HttpResponse => answer('{}', 'application/json', [[name, value]]);

const question = (url: string, headers: Headers = [], body?: string): HttpRequest => ({
  method: 'POST',
  url: `https://api.example${url}`,
  headers,
  ...(body === undefined ? {} : { body: { text: body } }),
});

const frame = (payload: Buffer | string, header = 'chunk') => ({
  headers: [
    [':event-type', 'chunk'],
    ['x', header],
  ] as const,
  payload: Buffer.from(payload),
});

const events = (datas: readonly (string | object)[], name = ''): string =>
  datas.map((data) => `${name}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`).join('');

/** A text in so many pieces of much the same length. */
function pieces(text: string, count: number): string[] {
  const length = Math.ceil(text.length / count);
  return Array.from({ length: count }, (_, i) => text.slice(i * length, (i + 1) * length));
}

const halves = (text: string): string[] => pieces(`My key is ${text}, is it not?`, 2);

const delta = (text: string, index = 0) => ({ type: 'delta', index, delta: { type: 'text', text } });

/** In requests. */
export const placesInRequests: Readonly<Record<string, Place<HttpRequest>>> = {
  'a path': (text) => question(`/v1/${text}/models`),
  'a name of a query': (text) => question(`/v1?${text}=1`),
  'a value of a query': (text) => question(`/v1?q=${text}&a=1`),
  'a fragment': (text) => question(`/v1#${text}`),
  'a header': (text) => question('/v1', [['x-debug', text]]),
  'a cookie': (text) => question('/v1', [['cookie', `session=${text}`]]),
  'a form': (text) =>
    question('/v1', [['content-type', 'application/x-www-form-urlencoded']], `a=1&note=${encodeURIComponent(text)}`),
  'a form in parts': (text) =>
    question(
      '/v1',
      [['content-type', 'multipart/form-data; boundary=b']],
      `--b\r\ncontent-disposition: form-data; name="note"\r\n\r\n${text}\r\n--b--\r\n`,
    ),
  'a message to a model': (text) =>
    question('/v1', [['content-type', 'application/json']], JSON.stringify({ messages: [{ content: text }] })),
  'arguments of a call': (text) =>
    question('/v1', [['content-type', 'application/json']], JSON.stringify({ arguments: JSON.stringify({ text }) })),
};

/** In answers. */
export const placesInAnswers: Readonly<Record<string, Place<HttpResponse>>> = {
  'a message of an error': (text) => answer(JSON.stringify({ error: { message: `no such key: ${text}` } })),
  'a value of a body': (text) => answer(`{\n  "n": 1.0,\n  "said": ${JSON.stringify(text)}\n}\n`),
  'a name of a body': (text) => answer(JSON.stringify({ [text]: 1 })),
  'a page': (text) => answer(`<p>${text}</p>`, 'text/html'),
  'lines of JSON': (text) => answer(`{"a":1}\n${JSON.stringify({ text })}\n`, 'application/x-ndjson'),
  'the data of an event': (text) => answer(events([{ text }], 'event: e\n'), 'text/event-stream'),
  'a comment of a stream': (text) =>
    answer(`: ${text.replaceAll(/[\r\n]+/g, '')}\n\ndata: {}\n\n`, 'text/event-stream'),
  'two events': (text) => answer(events(halves(text).map((half) => delta(half))), 'text/event-stream'),
  'five events, told in turn with others': (text) =>
    answer(
      events(pieces(text, 5).flatMap((piece) => [delta(piece), delta('other', 1), { type: 'ping' }])),
      'text/event-stream',
    ),
  'events of plain text': (text) =>
    answer(events(halves(text).map((half) => half.replaceAll(/[\r\n]+/g, ' '))), 'text/event-stream'),
  'arguments in pieces': (text) =>
    answer(
      events(halves(JSON.stringify({ text })).map((json) => ({ type: 'delta', partial_json: json }))),
      'text/event-stream',
    ),
  'items of a list': (text) => answer(JSON.stringify(halves(text).map((half) => ({ parts: [{ text: half }] })))),
  'a frame': (text) => answer(joinFrames([frame(JSON.stringify({ text }))]), eventStream),
  'a header of a frame': (text) => answer(joinFrames([frame('{}', text)]), eventStream),
  'bytes of a header of a frame': (text) =>
    answer(
      joinFrames([{ headers: [['x', 'binary', Buffer.from(text).toString('base64')]], payload: Buffer.from('{}') }]),
      eventStream,
    ),
  'two frames': (text) =>
    answer(joinFrames(halves(text).map((half) => frame(JSON.stringify(delta(half))))), eventStream),
  'bytes in two frames': (text) =>
    answer(
      joinFrames(
        halves(text).map((half) =>
          frame(JSON.stringify({ bytes: Buffer.from(half.toWellFormed()).toString('base64') })),
        ),
      ),
      eventStream,
    ),
  'a torn frame': (text) =>
    answer(joinFrames([frame('{}'), frame(JSON.stringify({ text }))]).subarray(0, -3), eventStream),
  'bytes that are no text': (text) =>
    answer(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text)]), 'application/octet-stream'),
  'a compressed file': (text) => answer(gzipSync(JSON.stringify({ text })), 'application/gzip'),
  'a header': (text) => headed('x-echo', text),
  'a name of a header': (text) => headed(`x-${text}`, '1'),
  'a cookie that is set': (text) => headed('set-cookie', `session=${text}; Path=/`),
  'a link': (text) => headed('location', `https://files.example/${text}?a=1#${text}`),
};
