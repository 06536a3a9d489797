/** What the API says when it refuses or fails, as errors of the contract. Pure. */
import { isJsonObject } from '../../../../files/canonical-json.ts';
import { ProviderError } from '../../../../spec/contract/index.ts';
import { text } from '../json.ts';
import { answeredWithError, excerpt } from '../provider-words.ts';
import { isRetryable, retryAfter } from '../retry.ts';

/** What codes say of trying again, where they know more than the status, or where there is none. */
const retryableByCode = new Map<string | undefined, boolean>([
  ['server_error', true],
  ['rate_limit_exceeded', true],
  ['vector_store_timeout', true],
  // Comes with status 429, but waiting brings no money.
  ['insufficient_quota', false],
]);

/**
 * A request that OpenAI has no words for. As the contract has no error of its own for it, it is what the provider would
 * answer: a `ProviderError` with code `invalid_request_error`, without status because nothing was sent.
 */
export function unsendable(reason: string): ProviderError {
  return new ProviderError(`Nothing was sent to OpenAI: ${reason}.`, {
    code: 'invalid_request_error',
    retryable: false,
  });
}

/**
 * What the API says when it refuses or fails.
 *
 * @param error `{ "message", "type", "param", "code" }`: the member `error` of a body, the `error` of a response that failed,
 * the event of that name, or whatever came instead. Where it has no code, its type stands in.
 * @param status absent where the error came inside an answer that had begun
 */
export function providerError(error: unknown, status?: number, headers?: Headers, secret = ''): ProviderError {
  const members = isJsonObject(error) ? error : {};
  const code = text(members.code) ?? (members.type === 'error' ? undefined : text(members.type));
  const message = text(members.message) ?? 'no error object in the answer';
  return new ProviderError(answeredWithError('OpenAI', [status, code], excerpt(message, secret)), {
    status,
    code,
    requestId: headers?.get('x-request-id') ?? undefined,
    retryAfter: headers && retryAfter(headers, Date.now()),
    retryable: isRetryable(status, headers, retryableByCode.get(code)),
  });
}
