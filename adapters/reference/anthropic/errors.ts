/** What the API says when it refuses or fails, as errors of the contract. Pure. */
import { isJsonObject } from '../../../files/canonical-json.ts';
import { ProviderError } from '../../../spec/contract/index.ts';
import { text } from '../shared/json.ts';
import { answeredWithError, excerpt } from '../shared/provider-words.ts';
import { isRetryable, retryAfter } from '../shared/retry.ts';

/** Types of error that mean "later", wherever they stand; inside a stream there is no status to tell. */
const retryableTypes = new Set(['api_error', 'overloaded_error', 'rate_limit_error', 'timeout_error']);

/**
 * A request that Anthropic has no words for. As the contract has no error of its own for it, it is what the provider would
 * answer: a `ProviderError` with code `invalid_request_error`, without status because nothing was sent.
 */
export function unsendable(reason: string): ProviderError {
  return new ProviderError(`Nothing was sent to Anthropic: ${reason}.`, {
    code: 'invalid_request_error',
    retryable: false,
  });
}

/**
 * What the API says when it refuses or fails.
 *
 * @param body `{ "type": "error", "error": { "type", "message" }, "request_id" }`, or whatever came instead
 * @param status absent where the error came inside an answer that had begun
 */
export function providerError(body: unknown, status?: number, headers?: Headers, secret = ''): ProviderError {
  const outer = isJsonObject(body) ? body : {};
  const inner = isJsonObject(outer.error) ? outer.error : {};
  const code = text(inner.type);
  const message = text(inner.message) ?? 'no error object in the answer';
  return new ProviderError(answeredWithError('Anthropic', [status, code], excerpt(message, secret)), {
    status,
    code,
    requestId: headers?.get('request-id') ?? text(outer.request_id),
    retryAfter: headers && retryAfter(headers, Date.now()),
    retryable: isRetryable(status, headers, retryableTypes.has(code ?? '') || undefined),
  });
}
