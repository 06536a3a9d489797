/** What the SDK throws, as errors of the contract. */
import { isRestError, RestError } from '@azure/core-rest-pipeline';
import { isContractError, ProviderError, WireError } from '../../../spec/contract/index.ts';
import { nameOf } from '../shared/causes.ts';
import { unsendable } from './errors.ts';

/** Whether the provider had begun to answer when something went wrong. */
export type Phase = 'sending' | 'reading';

/**
 * Any error as one of the contract.
 *
 * A connection that never came about is a `ProviderError` without status: nothing was read, so no promise of the wire was
 * broken, and it alone can say that a retry makes sense. A connection that breaks once an answer has begun is a `WireError`.
 * Time and abort are measured outside the SDK (`callLimit`). Errors of the SDK are never attached as `cause`: they hold
 * headers and bodies.
 */
export function contractError(error: unknown, phase: Phase): Error {
  if (isContractError(error)) return error;
  if (phase === 'reading' || (isRestError(error) && error.code === RestError.PARSE_ERROR)) {
    return new WireError(
      `The answer of Azure AI Foundry broke off or is not what the API promises (${nameOf(error)}).`,
    );
  }
  if (isRestError(error)) {
    const reason = error.code === undefined ? '' : ` (${error.code})`;
    return new ProviderError(`There is no connection to Azure AI Foundry${reason}.`, { retryable: true });
  }
  return unsendable(`the request could not be made (${nameOf(error)})`);
}
