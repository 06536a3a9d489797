import { deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type ForeignExchange, lossMessages } from './foreign-recording.ts';
import { toExchange } from './to-exchange.ts';

const exchange = (
  body: Buffer | string,
  headers: readonly [string, string][] = [],
  more: object = {},
): ForeignExchange => ({
  request: { method: 'POST', url: 'https://api.harbour.example/v1/tides', headers: [['a', 'b']] },
  response: { status: 200, headers, body: Buffer.from(body) },
  losses: [],
  ...more,
});

const type: [string, string] = ['Content-Type', 'text/plain'];

test('every compression is undone, and its header goes; what says so and is none any more stays', () => {
  const encodings = [
    ['gzip', gzipSync('low tide')],
    ['deflate', deflateSync('low tide')],
    ['deflate', deflateRawSync('low tide')],
    ['zstd', zstdCompressSync('low tide')],
    ['identity', Buffer.from('low tide')],
    ['br', Buffer.from('low tide')],
  ] as const;
  for (const [encoding, bytes] of encodings) {
    const { response } = toExchange(exchange(bytes, [type, ['Content-Encoding', encoding]]), 1);
    expect(response).toEqual({ status: 200, headers: [['content-type', 'text/plain']], body: { text: 'low tide' } });
  }
  const unsaid = toExchange(exchange(gzipSync('low tide'), [type]), 1);
  expect(unsaid.response.body).toEqual({ text: 'low tide' });
  expect(unsaid.losses).toEqual(['compression (gzip) is undone']);
});

test('bytes that are not of the compression that they say, or that would fill the memory, are refused', () => {
  const said: [string, string][] = [['content-encoding', 'gzip']];
  const bomb = gzipSync(Buffer.alloc(70 * 2 ** 20));
  for (const bytes of [Buffer.from([0x1f, 0x8b, 0xff]), bomb]) {
    expect(() => toExchange(exchange(bytes, said), 1)).toThrow(/its answer says that it is "gzip", and cannot be read/);
  }
  const strange: [string, string][] = [['content-encoding', '__proto__']];
  expect(() => toExchange(exchange(Buffer.from([0xff]), strange), 1)).toThrow('"__proto__" cannot be recorded');
});

test('the type of an answer is guessed only where none of its headers is kept', () => {
  const guessed = (body: string) => toExchange(exchange(body), 1).response.headers;
  expect(guessed('{"tide":"low"}\n')).toEqual([['content-type', 'application/json']]);
  expect(guessed('data: {}\n\n')).toEqual([['content-type', 'text/event-stream']]);
  expect(guessed('low tide')).toEqual([]);
  expect(guessed('')).toEqual([]);
  const kept = toExchange(exchange('{}', [['x-tide', 'low']]), 1);
  expect(kept.response.headers).toEqual([['x-tide', 'low']]);
  expect(toExchange(exchange('{}'), 1).losses).toEqual([lossMessages.responseHeaders]);
});

test('headers that cannot be sent are left out, and that is said', () => {
  const headers: [string, string][] = [
    ['X-Tide', 'low'],
    ['not a name', 'x'],
    ['x-split', 'a\r\nb: c'],
    ['', 'x'],
  ];
  expect(toExchange(exchange('low', headers), 1)).toMatchObject({
    response: { headers: [['x-tide', 'low']] },
    losses: [lossMessages.header],
  });
});

test('a method, a URL and a status must be some; the day is the one of the answer', () => {
  const request = (more: object) => ({ request: { method: 'post', url: '/v1/tides', headers: [], ...more } });
  const run = (more: object) => toExchange(exchange('', [['Date', 'Mon, 04 May 2026 03:02:01 GMT']], more), 3);
  expect(run(request({}))).toMatchObject({
    number: 3,
    recordedAt: '2026-05-04',
    request: { method: 'POST', url: '/v1/tides' },
  });
  expect(run({ recordedAt: '1970-01-01T00:00:00Z' }).recordedAt).toBeUndefined();
  expect(() => run(request({ method: 'PO ST' }))).toThrow('which is none');
  for (const url of ['ftp://a/b', '//host/path', 'tides', 'https://', 'file:///etc/passwd']) {
    expect(() => run(request({ url })), url).toThrow('not an HTTP URL');
  }
  for (const status of [0, 101, 600, -1]) {
    expect(() => toExchange(exchange('', [], { response: { status, headers: [], body: Buffer.alloc(0) } }), 1)).toThrow(
      'has 200 to 599',
    );
  }
});
