import { expect, test } from 'vitest';
import type { HttpResponse } from '../format/exchange.ts';
import { retryableErrors } from './error-responses.ts';

const stream: HttpResponse = {
  status: 200,
  headers: [['content-type', 'text/event-stream']],
  body: { text: ['a', 'b', 'c', 'd'].map((n) => `data: {"n":"${n}"}\n\n`).join('') },
};

test('an answer is refused first in every way after which another try makes sense, and in two after which it does not', () => {
  const told = retryableErrors(stream, 'ask').map(({ what, first }) => [
    what,
    first?.times,
    first?.wait,
    first?.isInVain,
  ]);
  expect(told).toEqual([
    ['ask is answered with status 503, once', 1, undefined, undefined],
    ['ask is answered with status 429 and retry-after: 7, once', 1, 7000, undefined],
    ['ask is answered with status 503 for ever', Number.POSITIVE_INFINITY, undefined, undefined],
    ['ask is answered with status 400, once', 1, undefined, true],
    ['ask is answered with the first half of a stream, once', 1, undefined, true],
  ]);
});

test('half of a stream is whole events; a document has no half; what is refused already stays as it is', () => {
  const half = retryableErrors(stream, 'ask').at(-1)?.arrives();
  expect(half).toMatchObject({ body: { text: 'data: {"n":"a"}\n\ndata: {"n":"b"}\n\ndata: {"n":"c"}\n\n' } });
  const document = { ...stream, headers: [['content-type', 'application/json']] as const, body: { text: '{}' } };
  expect(retryableErrors(document, 'ask')).toHaveLength(4);
  expect(retryableErrors({ ...stream, status: 400 }, 'ask')).toEqual([]);
});
