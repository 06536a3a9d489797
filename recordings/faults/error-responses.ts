/** Requests that are answered with an error of HTTP, by the provider or by something before it. */
import { type HttpResponse, headerOf } from '../format/exchange.ts';
import { type Fault, type FaultsOf, kindsApart } from './fault.ts';
import { lengthOf, partsOf, withPieces } from './response-parts.ts';

/** Statuses that providers document, those together that mean much the same. Source: RFC 9110, section 15; 529 is Anthropic's. */
const statuses = [[400, 413, 422], [401, 403], [404], [408], [409], [429], [500], [502, 503, 504], [529]];

/** Seconds, and a date. Source: RFC 9110, section 10.2.3. */
const retryAfters = ['7', 'Wed, 21 Oct 2099 07:28:00 GMT'];

/** A recorded error with another status, or with word of when to come again. */
export const errorResponses: FaultsOf = (response, operation) => {
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

const withHeader = (headers: HttpResponse['headers'], name: string, value: string): HttpResponse['headers'] => [
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
export const proxyResponses: FaultsOf = (_, operation) =>
  foreign.map(([status, type, text]) => ({
    ...kindsApart(operation, `${status} ${type}`),
    what: `${operation} is answered with status ${status} and ${text === '' ? 'nothing' : `"${text.slice(0, 30)}"`} of type ${type ?? 'none'}`,
    arrives: () => ({
      status,
      headers: type === undefined ? [] : [['content-type', type]],
      body: { text },
    }),
  }));

// Errors of Amazon Bedrock by every name that they have.

/**
 * Exceptions of Amazon Bedrock with the status that each comes with. Source: `@aws-sdk/client-bedrock-runtime`,
 * `@aws-sdk/client-bedrock-agent-runtime`, `errors.d.ts`; the API references of Converse and InvokeAgent, "Errors". A
 * ModelStreamErrorException arrives within a stream alone.
 */
export const exceptions: readonly { readonly name: string; readonly status: number }[] = [
  { name: 'AccessDeniedException', status: 403 },
  { name: 'BadGatewayException', status: 502 },
  { name: 'ConflictException', status: 409 },
  { name: 'DependencyFailedException', status: 424 },
  { name: 'InternalServerException', status: 500 },
  { name: 'ModelErrorException', status: 424 },
  { name: 'ModelNotReadyException', status: 429 },
  { name: 'ModelTimeoutException', status: 408 },
  { name: 'ResourceNotFoundException', status: 404 },
  { name: 'ServiceQuotaExceededException', status: 400 },
  { name: 'ServiceUnavailableException', status: 503 },
  { name: 'ThrottlingException', status: 429 },
  { name: 'ValidationException', status: 400 },
];

/** Where services of AWS name what failed. */
const nameHeader = 'x-amzn-errortype';

/** A recorded error under every other name, with the status that goes with it. */
export const awsExceptions: FaultsOf = (response, operation) =>
  headerOf(response, nameHeader) === undefined
    ? []
    : exceptions.map(({ name, status }) => ({
        ...kindsApart(operation, name),
        what: `${operation} is answered with ${name}`,
        arrives: () => ({ ...response, status, headers: withHeader(response.headers, nameHeader, name) }),
      }));

// Requests that are refused at first, and would be answered if they were sent again.

/** Seconds that a refusal says to wait. */
const seconds = 7;

const refusal = (status: number, headers: HttpResponse['headers'] = []): HttpResponse => ({
  status,
  headers: [['content-length', '0'], ...headers],
  body: { text: '' },
});

/** Refusals after which another try makes sense, one after which it does not, and an answer that had begun. */
export const retryableErrors: FaultsOf = (response, operation) => {
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
