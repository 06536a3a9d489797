import { type HttpResponse, headerOf } from '../../recordings/format/exchange.ts';
import type { ErrorFact } from '../facts/fact.ts';

/**
 * What the headers of an answer that failed say: in how many milliseconds to ask again, and what the provider calls the request.
 * A date to ask again at says nothing that could be compared without a clock. Source: RFC 9110, section 10.2.3.
 *
 * @param idHeader the provider's header for the id of a request
 */
export function failureHeaders(response: HttpResponse, idHeader: string): Pick<ErrorFact, 'retryAfter' | 'requestId'> {
  const requestId = headerOf(response, idHeader);
  const wait = numberIn(headerOf(response, 'retry-after-ms')) ?? inMilliseconds(headerOf(response, 'retry-after'));
  return {
    ...(wait === undefined ? {} : { retryAfter: Math.round(wait) }),
    ...(requestId === undefined ? {} : { requestId }),
  };
}

const inMilliseconds = (seconds: string | undefined): number | undefined => {
  const count = numberIn(seconds);
  return count === undefined ? undefined : count * 1000;
};

const numberIn = (header: string | undefined): number | undefined =>
  header !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) : undefined;
