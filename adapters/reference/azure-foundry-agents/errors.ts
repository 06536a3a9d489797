/** What the API says when it refuses or fails, as errors of the contract. Pure. */
import { isJsonObject } from '../../../files/canonical-json.ts';
import { ProviderError } from '../../../spec/contract/index.ts';
import { text } from '../shared/json.ts';
import { answeredWithError, excerpt } from '../shared/provider-words.ts';
import { isRetryable, retryAfter } from '../shared/retry.ts';

/** What codes say of trying again, where there is no status: in a stream, and of a run that failed. Source: `RunError`. */
const retryableByCode = new Map<string | undefined, boolean>([
  ['server_error', true],
  ['rate_limit_exceeded', true],
]);

/**
 * A request that Azure AI Foundry has no words for. As the contract has no error of its own for it, it is what the provider would
 * answer: a `ProviderError` with code `invalid_request_error`, without status because nothing was sent.
 */
export function unsendable(reason: string): ProviderError {
  return new ProviderError(`Nothing was sent to Azure AI Foundry: ${reason}.`, {
    code: 'invalid_request_error',
    retryable: false,
  });
}

/**
 * What the API says when it refuses or fails. Source: `AgentErrorDetail`, `RunError` of `@azure/ai-agents`.
 *
 * @param error `{ "code", "message", "type" }`: the member `error` of a body, the `last_error` of a run, or whatever came
 * instead. Where it has no code, its type stands in.
 * @param status absent where the error came inside an answer that had begun
 */
export function providerError(error: unknown, status?: number, headers?: Headers, secret = ''): ProviderError {
  const members = isJsonObject(error) ? error : {};
  const code = text(members.code) ?? text(members.type);
  const message = text(members.message) ?? 'no error object in the answer';
  return new ProviderError(answeredWithError('Azure AI Foundry', [status, code], excerpt(message, secret)), {
    status,
    code,
    requestId: headers?.get('x-request-id') ?? undefined,
    retryAfter: headers && retryAfter(headers, Date.now()),
    retryable: isRetryable(status, headers, retryableByCode.get(code)),
  });
}
