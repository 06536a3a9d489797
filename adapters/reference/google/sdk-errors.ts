/** What the SDK throws, as errors of the contract. */
import { ApiError } from '@google/genai';
import { isContractError, ProviderError, WireError } from '../../../spec/contract/index.ts';
import { nameOf, systemCode } from '../shared/causes.ts';
import { excerpt } from '../shared/provider-words.ts';
import type { AnswerCopy } from './answer-copy.ts';
import { providerError, unsendable } from './errors.ts';

/**
 * Any error as one of the contract. What the SDK throws says little; what came over the wire says the rest.
 *
 * @param copy of the answer, as far as there is one
 * @param secret removed from messages, in case the provider repeats it
 */
export function contractError(error: unknown, copy: AnswerCopy, secret = ''): Error {
  if (isContractError(error)) return error;
  const { status } = copy;
  if (status !== undefined && status >= 400) return providerError(copy.json(), status, copy.headers, secret);
  if (error instanceof ApiError) return providerError(errorInside(error.message), undefined, undefined, secret);
  if (status !== undefined) {
    const type = copy.headers.get('content-type');
    return new WireError(
      `The answer of Google (${type}) broke off or is not what the API promises (${nameOf(error)}).`,
    );
  }
  // `fetch` says that there was no connection by a TypeError with a cause.
  if (error instanceof TypeError && error.cause !== undefined) {
    const reason = systemCode(error.cause);
    return new ProviderError(`There is no connection to Google${reason ? ` (${reason})` : ''}.`, { retryable: true });
  }
  const words = error instanceof Error ? excerpt(error.message, secret) : nameOf(error);
  return unsendable(`the request could not be made (${words})`);
}

/** An error inside a stream stands in the SDK's message: `got status: UNAVAILABLE. {"error":{…}}`. */
function errorInside(message: string) {
  try {
    return JSON.parse(message.slice(message.indexOf('{')));
  } catch {
    return undefined;
  }
}
