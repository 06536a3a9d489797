import { AbortedError, type ClientSettings, TimeoutError } from '../../../spec/contract/index.ts';

/** Why what still goes on is ended. Made once: mostly nothing does, and an error costs more than the end of a call. */
const callOver = new DOMException('the call is over', 'AbortError');

/** The caller's signal and the time allowed, as one. Whichever comes first decides what the call ends with. */
export interface CallDeadline {
  /** Aborted when the limit is reached, and when the call is over: to be given to the SDK. */
  readonly signal: AbortSignal;
  /** What the call must end with; `undefined` as long as the limit is not reached. */
  reached(): TimeoutError | AbortedError | undefined;
  /** Starts the clock again, for the next exchange of the call. */
  restart(): void;
  /**
   * Waits between two exchanges, which costs none of the time; then starts the clock again.
   *
   * @throws {AbortedError} the caller aborted meanwhile
   */
  pause(wait: ClientSettings['wait'], milliseconds: number): Promise<void>;
  /**
   * What comes until the limit is reached. What had arrived before is still in buffers then; the caller no longer wants it.
   *
   * @throws {TimeoutError | AbortedError} the limit is reached, also where the source ends quietly then
   */
  within<T>(source: AsyncIterable<T>): AsyncGenerator<T>;
  /**
   * Stops the clock, lets go of the caller's signal, and ends what still goes on: not every SDK ends a request whose answer
   * nobody reads any more. Must be called when the call is over.
   */
  release(): void;
}

/**
 * SDKs measure the time up to the response's headers only, and some end a stream quietly when it is aborted. So the time is
 * measured here, over the whole exchange, and the reason is remembered here.
 *
 * @param milliseconds from `ClientSettings.timeout`
 * @param caller from `CallContext.signal`
 */
export function callLimit(milliseconds: number, caller?: AbortSignal): CallDeadline {
  const controller = new AbortController();
  let reached: TimeoutError | AbortedError | undefined;
  const stop = (error: TimeoutError | AbortedError) => {
    reached ??= error;
    controller.abort();
  };
  const aborted = () => stop(new AbortedError('The caller aborted the call.'));
  const start = () =>
    setTimeout(() => stop(new TimeoutError(`No complete answer within ${milliseconds} ms.`)), timerFor(milliseconds));
  let timer = start();
  caller?.addEventListener('abort', aborted, { once: true });
  if (caller?.aborted) aborted();
  return {
    signal: controller.signal,
    reached: () => reached,
    restart() {
      clearTimeout(timer);
      timer = start();
    },
    async pause(wait, milliseconds) {
      clearTimeout(timer);
      const aborts = new Promise<void>((resolve) => {
        controller.signal.addEventListener('abort', () => resolve(), { once: true });
      });
      await Promise.race([wait(milliseconds), aborts]);
      if (reached) throw reached;
      timer = start();
    },
    async *within(source) {
      for await (const element of source) {
        if (reached) break;
        yield element;
      }
      if (reached) throw reached;
    },
    release() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', aborted);
      controller.abort(callOver);
    },
  };
}

/** Above this, a timer would fire at once. */
const longestTimeout = 2 ** 31 - 1;

/** Milliseconds that a timer can take. */
export function timerFor(milliseconds: number): number {
  return Math.min(Math.max(1, Math.ceil(milliseconds)), longestTimeout);
}
