/** Requests that are refused at first, and would be answered if they were sent again. */
import type { HttpResponse } from '../format/exchange.ts';
import { lengthOf, partsOf, withPieces } from './answer.ts';
import { type Fault, type FaultsOf, kindsApart } from './fault.ts';

/** Seconds that a refusal says to wait. */
const seconds = 7;

const refusal = (status: number, headers: HttpResponse['headers'] = []): HttpResponse => ({
  status,
  headers: [['content-length', '0'], ...headers],
  body: { text: '' },
});

/** Refusals after which another try makes sense, one after which it does not, and an answer that had begun. */
export const retried: FaultsOf = (response, operation) => {
  if (response.status >= 400) return [];
  const fault = (what: string, arrives: () => HttpResponse, first: NonNullable<Fault['first']>): Fault => ({
    ...kindsApart(operation, what, isStreamed(response)),
    what: `${operation} is answered with ${what}`,
    arrives,
    first,
  });
  return [
    fault('status 503, once', () => refusal(503), { times: 1 }),
    fault(`status 429 and retry-after: ${seconds}, once`, () => refusal(429, [['retry-after', String(seconds)]]), {
      times: 1,
      wait: seconds * 1000,
    }),
    fault('status 503 for ever', () => refusal(503), { times: Number.POSITIVE_INFINITY }),
    fault('status 400, once', () => refusal(400), { times: 1, isInVain: true }),
    ...(isStreamed(response)
      ? [fault('the first half of a stream, once', () => firstHalf(response), { times: 1, isInVain: true })]
      : []),
  ];
};

const isStreamed = (response: HttpResponse): boolean => (lengthOf(response) ?? 0) > 3;

function firstHalf(response: HttpResponse): HttpResponse {
  const middle = partsOf(response).at(Math.floor(partsOf(response).length / 2))?.at ?? 0;
  return withPieces(response, (piece, at) => (at <= middle ? [piece] : []));
}
