/** What the API says when it refuses or fails, as errors of the contract. Pure. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import { ProviderError } from '../../../spec/contract/index.ts';
import { objects, text } from '../shared/json.ts';
import { answeredWithError, excerpt } from '../shared/provider-words.ts';
import { isRetryable, retryAfter } from '../shared/retry.ts';

/** Codes that mean "later", wherever they stand; inside a stream there is no status to tell. Source: `google.rpc.Code`. */
const retryableCodes = new Set(['UNAVAILABLE', 'RESOURCE_EXHAUSTED', 'DEADLINE_EXCEEDED', 'INTERNAL', 'ABORTED']);

/**
 * A request that Google has no words for. As the contract has no error of its own for it, it is what the provider would
 * answer: a `ProviderError` with code `invalid_request_error`, without status because nothing was sent.
 */
export function unsendable(reason: string): ProviderError {
  return new ProviderError(`Nothing was sent to Google: ${reason}.`, {
    code: 'invalid_request_error',
    retryable: false,
  });
}

/**
 * What the API says when it refuses or fails.
 *
 * @param body `{ "error": { "code", "message", "status", "details" } }`, a list of such where a stream was asked for, or
 * whatever came instead
 * @param status absent where the error came inside an answer that had begun
 */
export function providerError(
  body: Json | undefined,
  status?: number,
  headers = new Headers(),
  secret = '',
): ProviderError {
  const outer = Array.isArray(body) ? (body[0] as Json | undefined) : body;
  const error = isJsonObject(outer) && isJsonObject(outer.error) ? outer.error : {};
  const code = text(error.status);
  const message = text(error.message) ?? 'no error object in the answer';
  return new ProviderError(answeredWithError('Google', [status, code], excerpt(message, secret)), {
    status,
    code,
    retryAfter: retryAfter(headers, Date.now()) ?? retryDelay(error),
    retryable: isRetryable(status, headers, (code && retryableCodes.has(code)) || undefined),
  });
}

/** Milliseconds, from `google.rpc.RetryInfo`: `{ "@type": "…RetryInfo", "retryDelay": "34.5s" }`. */
function retryDelay(error: JsonObject): number | undefined {
  const info = objects(error.details).find((detail) => text(detail['@type'])?.endsWith('google.rpc.RetryInfo'));
  const seconds = Number.parseFloat(String(info?.retryDelay));
  return seconds >= 0 ? Math.round(seconds * 1000) : undefined;
}
