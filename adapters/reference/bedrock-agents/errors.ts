import { ProviderError } from '../../../spec/contract/index.ts';

/**
 * A request that the API has no words for. As the contract has no error of its own for it, it is what the provider would answer:
 * a `ProviderError` with code `ValidationException`, without status because nothing was sent.
 */
export function unsendable(reason: string): ProviderError {
  return new ProviderError(`Nothing was sent to Amazon Bedrock Agents: ${reason}.`, {
    code: 'ValidationException',
    retryable: false,
  });
}
