import type { Json } from '../../../files/canonical-json.ts';
import type { ErrorFact } from '../../facts/fact.ts';
import { asArray, asObject, asString } from '../json.ts';

/**
 * The error that `{ "error": { code, message, status } }` says, or a list whose first element is one, as where a stream was
 * asked for. Source: `google.rpc.Status` as the API writes it; AIP-193.
 *
 * @param status the HTTP status; absent where the error came inside a stream that had begun.
 */
export function errorFact(body: Json | undefined, status?: number): ErrorFact {
  const error = asObject(asObject(asArray(body)?.[0] ?? body)?.error);
  const code = asString(error?.status);
  return {
    kind: 'error',
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code }),
    message: asString(error?.message) ?? '',
    ...retryAfterIn(asArray(error?.details) ?? []),
  };
}

/** Source: `google.rpc.RetryInfo`, whose delay is in seconds: `34.5s`. */
function retryAfterIn(details: readonly Json[]): { retryAfter?: number } {
  const info = details
    .map((detail) => asObject(detail))
    .find((detail) => asString(detail?.['@type'])?.endsWith('google.rpc.RetryInfo'));
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(asString(info?.retryDelay) ?? '')?.[1];
  return seconds === undefined ? {} : { retryAfter: Math.round(Number(seconds) * 1000) };
}
