import { pause } from '../../files/real-time.ts';
import type { HttpRequest } from '../format/exchange.ts';
import type { Session } from './session.ts';

/** How long what is in flight may take when a recording is to end, in milliseconds. */
const patience = 5_000;

/**
 * The end of a recording before its time. What is in flight comes to its end first: who gives up a request that makes something never
 * learns what to remove. Meanwhile nothing is sent but what removes.
 */
export class Ending {
  readonly #asked: AbortSignal | undefined;
  readonly #end = new AbortController();

  /** @param asked aborted when the recording is to end */
  constructor(asked: AbortSignal | undefined) {
    this.#asked = asked;
    if (asked?.aborted) this.#end.abort(asked.reason);
  }

  /** Aborted when nothing is in flight any more, or it took too long. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** Whether a request is not to be sent. */
  refuses({ method }: HttpRequest): boolean {
    return this.#asked?.aborted === true && !this.signal.aborted && method !== 'DELETE';
  }

  /** Watches over a session. */
  watch(session: Session): void {
    const end = async () => {
      const waiting = new AbortController();
      await Promise.race([session.settled(), pause(patience, waiting.signal)]);
      waiting.abort();
      this.#end.abort(this.#asked?.reason);
    };
    this.#asked?.addEventListener('abort', end, { once: true, signal: session.signal });
  }
}
