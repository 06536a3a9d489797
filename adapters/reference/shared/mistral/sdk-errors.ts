/** What the SDK throws, as errors of the contract. */
import { ConnectionError, UnexpectedClientError } from '@mistralai/mistralai/models/errors/httpclienterrors.js';
import { isContractError, ProviderError, WireError } from '../../../../spec/contract/index.ts';
import { nameOf, systemCode } from '../causes.ts';

/**
 * Any error as one of the contract. What the API itself says is read from its answer; time and abort are measured outside the
 * SDK (`callLimit`). A connection that never came about is a `ProviderError` without status, one that breaks once an answer has
 * begun a `WireError`. Errors of the SDK are never attached as `cause`: they hold headers and bodies.
 */
export function contractError(error: unknown): Error {
  if (isContractError(error)) return error;
  if (error instanceof ConnectionError) {
    const reason = systemCode(error.cause);
    return new ProviderError(`There is no connection to Mistral${reason ? ` (${reason})` : ''}.`, { retryable: true });
  }
  const cause = error instanceof UnexpectedClientError ? error.cause : error;
  return new WireError(`The answer of Mistral broke off or is not what the API promises (${nameOf(cause)}).`);
}
