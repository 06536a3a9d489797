/** How long one step may take. */
import { AbortedError, TimeoutError } from '../../../spec/contract/index.ts';

/** The caller's signal and the time allowed, as one. */
export interface Limit {
  readonly signal: AbortSignal;
  /** What the call must end with; `undefined` as long as the limit is not reached. */
  reached(): Error | undefined;
  /** @throws AbortedError or TimeoutError once the limit is reached */
  demand(): void;
}

/** @param milliseconds time that one step may take */
export function limitOf(milliseconds: number, caller: AbortSignal | undefined): Limit {
  const time = AbortSignal.timeout(milliseconds);
  const reached = () => {
    if (caller?.aborted) return new AbortedError('The caller aborted the call.');
    return time.aborted ? new TimeoutError(`No complete answer within ${milliseconds} ms.`) : undefined;
  };
  return {
    signal: caller ? AbortSignal.any([caller, time]) : time,
    reached,
    demand() {
      const error = reached();
      if (error) throw error;
    },
  };
}
