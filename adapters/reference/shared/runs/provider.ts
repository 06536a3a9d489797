import type { ProviderError } from '../../../../spec/contract/index.ts';

/** Who keeps assistants (or agents), threads and runs, and how it speaks of what goes wrong. */
export interface RunsProvider {
  /** For messages of errors. */
  readonly name: string;
  /** What the provider says when it fails: an object with a code and a message, or whatever came instead. */
  readonly providerError: (error: unknown) => ProviderError;
  /** A request that the API has no words for. */
  readonly unsendable: (reason: string) => ProviderError;
}
