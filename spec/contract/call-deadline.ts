import { AbortedError, TimeoutError } from './errors.ts';

/** The caller's signal and the time allowed, as one: for libraries that take a signal. */
export interface CallDeadline {
  readonly signal: AbortSignal;
  /** What the call must end with; `undefined` as long as the limit is not reached. */
  reached(): AbortedError | TimeoutError | undefined;
  /** @throws {AbortedError | TimeoutError} once the limit is reached */
  demand(): void;
  /** Ends what still goes on: a caller who leaves a stream early gives no signal. To be called when the call is over. */
  release(): void;
}

/**
 * @param milliseconds time that one exchange may take, from `ClientSettings.timeout`
 * @param caller from `CallContext.signal`
 */
export function withTimeout(milliseconds: number, caller: AbortSignal | undefined): CallDeadline {
  const time = AbortSignal.timeout(milliseconds);
  const over = new AbortController();
  const reached = () => {
    if (caller?.aborted) return new AbortedError('The caller aborted the call.');
    return time.aborted ? new TimeoutError(`No complete answer within ${milliseconds} ms.`) : undefined;
  };
  return {
    signal: caller ? AbortSignal.any([caller, time, over.signal]) : AbortSignal.any([time, over.signal]),
    reached,
    demand() {
      const error = reached();
      if (error) throw error;
    },
    release: () => over.abort(),
  };
}
