/** Errors of the contract, in the words of this provider. */
import type { ProviderError } from '../../../spec/contract/index.ts';
import { awsUnsendable } from '../shared/aws-errors.ts';

/** As messages name it. */
export const provider = 'Amazon Bedrock';

/** A message that Converse has no words for: what the provider would answer, though nothing was sent. */
export const unsendable = (reason: string): ProviderError => awsUnsendable(provider, reason);
