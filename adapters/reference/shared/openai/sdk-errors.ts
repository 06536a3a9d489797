/** What the SDK throws, as errors of the contract. */
import { APIConnectionError, APIConnectionTimeoutError, APIError, OpenAIError } from 'openai';
import { isContractError, ProviderError, TimeoutError, WireError } from '../../../../spec/contract/index.ts';
import { nameOf, systemCode } from '../causes.ts';
import { providerError, unsendable } from './errors.ts';

/** Whether the provider had begun to answer when something went wrong. */
export type Phase = 'sending' | 'reading';

/**
 * Any error as one of the contract.
 *
 * A connection that never came about is a `ProviderError` without status: nothing was read, so no promise of the wire was
 * broken, and it alone can say that a retry makes sense. A connection that breaks once an answer has begun is a `WireError`.
 * Time and abort are measured outside the SDK (`callLimit`); what remains here is the time the system allows for connecting.
 * Errors of the SDK are never attached as `cause`: they hold headers and bodies.
 *
 * @param secret removed from messages, in case the provider repeats it
 */
export function contractError(error: unknown, phase: Phase, secret = ''): Error {
  if (isContractError(error)) return error;
  if (error instanceof APIConnectionTimeoutError) return new TimeoutError('The connection to OpenAI timed out.');
  if (error instanceof APIConnectionError) {
    const reason = systemCode(error.cause);
    return new ProviderError(`There is no connection to OpenAI${reason ? ` (${reason})` : ''}.`, { retryable: true });
  }
  if (error instanceof APIError) return providerError(error.error, error.status, error.headers, secret);
  // The function that gives a token failed; the SDK wraps what it threw.
  if (error instanceof OpenAIError && isContractError(error.cause)) return error.cause;
  if (phase === 'reading') {
    return new WireError(`The answer of OpenAI broke off or is not what the API promises (${nameOf(error)}).`);
  }
  return unsendable(`the request could not be made (${nameOf(error)})`);
}
