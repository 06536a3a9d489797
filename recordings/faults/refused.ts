/** Requests that are answered with an error of HTTP, by the provider or by something before it. */
import type { HttpResponse } from '../format/exchange.ts';
import { type FaultsOf, kindsApart } from './fault.ts';

/** Statuses that providers document, those together that mean much the same. Source: RFC 9110, section 15; 529 is Anthropic's. */
const statuses = [[400, 413, 422], [401, 403], [404], [408], [409], [429], [500], [502, 503, 504], [529]];

/** Seconds, and a date. Source: RFC 9110, section 10.2.3. */
const retryAfters = ['7', 'Wed, 21 Oct 2099 07:28:00 GMT'];

/** A recorded error with another status, or with word of when to come again. */
export const refused: FaultsOf = (response, operation) => {
  if (response.status < 400) return [];
  const others = statuses.flatMap((alike) => alike.map((status) => [status, alike.join(' or ')] as const));
  return [
    ...others
      .filter(([status]) => status !== response.status)
      .map(([status, kind]) => ({
        covers: [operation, `status ${kind}`],
        details: [`${operation} ${status}`],
        what: `the status of the answer to ${operation} is ${status}`,
        arrives: () => ({ ...response, status }),
      })),
    ...retryAfters.map((value) => ({
      ...kindsApart(operation, `retry-after ${value.length}`),
      what: `the answer to ${operation} says retry-after: ${value}`,
      arrives: () => ({ ...response, headers: withHeader(response.headers, 'retry-after', value) }),
    })),
  ];
};

export const withHeader = (headers: HttpResponse['headers'], name: string, value: string): HttpResponse['headers'] => [
  ...headers.filter(([other]) => other !== name),
  [name, value],
];

const page = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';

/** What is said by something that speaks another language than the API. */
const foreign: readonly (readonly [status: number, type: string | undefined, text: string])[] = [
  [502, 'text/html', page],
  [503, undefined, ''],
  [500, 'text/plain', 'upstream connect error'],
  [504, 'application/json', '"time-out"'],
  [429, 'application/json', ''],
  [200, 'text/html', '<html><body>Please sign in.</body></html>'],
];

/** Answers of something that stands between caller and provider: with none of the provider's words, nor its headers. */
export const intercepted: FaultsOf = (_, operation) =>
  foreign.map(([status, type, text]) => ({
    ...kindsApart(operation, `${status} ${type}`),
    what: `${operation} is answered with status ${status} and ${text === '' ? 'nothing' : `"${text.slice(0, 30)}"`} of type ${type ?? 'none'}`,
    arrives: () => ({
      status,
      headers: type === undefined ? [] : [['content-type', type]],
      body: { text },
    }),
  }));
