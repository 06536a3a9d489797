/** Defects in how a call ends that fails. */
import { ProviderError, WireError } from '../../spec/contract/index.ts';
import type { Defects } from './break.ts';

/** A defect in what a call ends with that fails: another error, or none, where `change` gives none. */
export const inFailures = (change: (error: Error) => Error | undefined): Defects => ({
  call: (client) => ({
    ...client,
    async getResponse(...asked) {
      try {
        return await client.getResponse(...asked);
      } catch (error) {
        const changed = change(error as Error);
        if (changed) throw changed;
        return { messages: [], warnings: [] };
      }
    },
    async *getStreamingResponse(...asked) {
      try {
        yield* client.getStreamingResponse(...asked);
      } catch (error) {
        const changed = change(error as Error);
        if (changed) throw changed;
      }
    },
  }),
});

/** A defect in errors of the provider alone. */
export const inProviderErrors = (change: (error: ProviderError) => Error): Defects =>
  inFailures((error) => (error instanceof ProviderError ? change(error) : error));

/** A defect in errors of the wire alone. */
export const inWireErrors = (change: (error: WireError) => Error | undefined): Defects =>
  inFailures((error) => (error instanceof WireError ? change(error) : error));
