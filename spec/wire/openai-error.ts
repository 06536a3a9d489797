import type { JsonObject } from '../../files/canonical-json.ts';
import { type HttpResponse, headerOf } from '../../recordings/format/exchange.ts';
import type { ErrorFact } from '../facts/fact.ts';
import { asObject, asString } from './json.ts';

/**
 * The error that an HTTP body `{ error: { code, type, message } }`, a failed response's `error: { code, message }` or an
 * `error` event `{ code, message }` says. Source: `ResponseError`, `ResponseErrorEvent` and `APIError` of `openai`.
 *
 * @param status the HTTP status; absent where the error came in an answer that had begun.
 */
export function errorFact(body: JsonObject | undefined, status?: number): ErrorFact {
  const error = asObject(body?.error) ?? body;
  const type = error === body ? undefined : asString(error?.type);
  const code = asString(error?.code) ?? type;
  return {
    kind: 'error',
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code }),
    message: asString(error?.message) ?? '',
  };
}

/**
 * What the headers of an error say besides: what the request is called by, and how long to wait. A date to wait for is no
 * fact, because it says another time each time it is read.
 */
export function toldByHeaders(response: HttpResponse): Pick<ErrorFact, 'requestId' | 'retryAfter'> {
  const requestId = headerOf(response, 'x-request-id');
  const milliseconds = numberIn(headerOf(response, 'retry-after-ms'));
  const seconds = numberIn(headerOf(response, 'retry-after'));
  const retryAfter = milliseconds ?? (seconds === undefined ? undefined : seconds * 1000);
  return {
    ...(requestId === undefined ? {} : { requestId }),
    ...(retryAfter === undefined ? {} : { retryAfter: Math.round(retryAfter) }),
  };
}

const numberIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
