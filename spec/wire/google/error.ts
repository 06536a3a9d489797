import type { Json } from '../../../files/canonical-json.ts';
import type { HttpResponse } from '../../../recordings/format/exchange.ts';
import type { ErrorFact } from '../../facts/fact.ts';
import { failureHeaders } from '../failure-headers.ts';
import { asArray, asObject, asString } from '../json.ts';

/**
 * The error that `{ "error": { code, message, status } }` says, or a list whose first element is one, as where a stream was
 * asked for. Source: `google.rpc.Status` as the API writes it; AIP-193.
 *
 * @param response what it is the body of; absent where the error came in an answer that had begun, or in the place of one.
 */
export function errorFact(body: Json | undefined, response?: HttpResponse): ErrorFact {
  const error = asObject(asObject(asArray(body)?.[0] ?? body)?.error);
  const status = response?.status;
  const code = asString(error?.status);
  const again = retryAfterIn(asArray(error?.details) ?? []);
  const wanted = isWorthAnother.get(code ?? '') ?? (again.retryAfter === undefined ? undefined : true);
  const retryable = status === undefined ? wanted : undefined;
  return {
    kind: 'error',
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code }),
    message: asString(error?.message) ?? '',
    ...(retryable === undefined ? {} : { retryable }),
    ...again,
    ...(response && failureHeaders(response, noHeader)),
  };
}

/** Google names requests in no header that it documents. */
const noHeader = '';

/**
 * Codes of a moment, and of what stays wrong until somebody changes it. Where the code leaves it open, as a quota does that is
 * used up for a minute or a month, it is worth another try where the error says when, and nothing is said where it does not. Source: `google.rpc.Code`, google/rpc/code.proto.
 */
const isWorthAnother: ReadonlyMap<string, boolean> = new Map([
  ['UNAVAILABLE', true],
  ['INTERNAL', true],
  ['DEADLINE_EXCEEDED', true],
  ['INVALID_ARGUMENT', false],
  ['FAILED_PRECONDITION', false],
  ['PERMISSION_DENIED', false],
  ['UNAUTHENTICATED', false],
  ['NOT_FOUND', false],
  ['UNIMPLEMENTED', false],
]);

/** Source: `google.rpc.RetryInfo`, whose delay is in seconds: `34.5s`. */
function retryAfterIn(details: readonly Json[]): { retryAfter?: number } {
  const info = details
    .map((detail) => asObject(detail))
    .find((detail) => asString(detail?.['@type'])?.endsWith('google.rpc.RetryInfo'));
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(asString(info?.retryDelay) ?? '')?.[1];
  return seconds === undefined ? {} : { retryAfter: Math.round(Number(seconds) * 1000) };
}
