import { after } from '../../lib/real-time.ts';
import { quiescence, virtualClock } from '../clock/virtual-clock.ts';
import type { HttpRequest, UnexpectedRequest } from '../format/exchange.ts';
import { scrubRequest } from '../scrub/scrub.ts';

/** The case did not come to an end in time. */
class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

/** A way on which requests reach a session; open while the case runs. */
export interface Line {
  /** The base URL that clients have to use, where it is not the column's own. */
  readonly baseUrl?: string;
  /** What stands for the column's other endpoints, by their names, where they are not used themselves. */
  readonly endpoints?: Readonly<Record<string, string>>;
  /** The certificate, PEM, of the only CA that vouches for it. */
  readonly ca?: string;
  /** Ends the session, then takes the line down: afterwards this process is as it was. */
  close(): Promise<void>;
}

export interface SessionOutcome<T> {
  readonly value: T;
  /** Requests made after the end, or not finished by then. The list grows if more come. */
  readonly late: readonly UnexpectedRequest[];
}

/** What aborts whatever still runs. Made once: most cases end with nothing running, and an error costs more than their end. */
const caseEnded = new DOMException('the case has ended', 'AbortError');

/** How long the end of a case waits for requests in flight in real time, in milliseconds. Only a recording ever waits at all. */
const grace = 1_000;

// On the global object, because a line changes the process: under vitest a module may be loaded twice in one.
const lock = Symbol.for('agent-tools-conformance.transport');
const holder = globalThis as { [lock]?: true };

/**
 * Calls `use` while the line that `open` opens is up. Afterwards, whatever happened, it is down, and what is still asked
 * belongs to this case: it is listed, and never answered.
 *
 * @param timeLimit how long `use` may take in real time, in milliseconds
 * @throws {HangError} on the virtual clock: nothing is left that could end `use`.
 * @throws {TimeLimitError} in real time: `use` took too long.
 * @throws {Error} another session is open in this process.
 * @throws whatever `open` or `use` throws.
 */
export async function inSession<T>(
  timeLimit: number,
  open: (session: Session) => Promise<Line>,
  use: (line: Line, signal: AbortSignal) => Promise<T>,
): Promise<SessionOutcome<T>> {
  if (holder[lock]) {
    throw new Error(
      'another transport is open in this process; it changes the process, so cases run one after another',
    );
  }
  holder[lock] = true;
  try {
    const session = new Session();
    const line = await open(session);
    try {
      const value = await within(timeLimit, use(line, session.signal));
      return { value, late: session.late };
    } finally {
      await line.close();
    }
  } finally {
    delete holder[lock];
  }
}

/** One case's requests, from the moment they are made. */
export class Session {
  readonly late: UnexpectedRequest[] = [];
  readonly #ending = new AbortController();
  readonly #ended: Promise<'ended'>;
  readonly #inFlight = new Map<Promise<void>, HttpRequest>();
  /** Settled when the body of every request so far has been read. */
  #earlierRead: Promise<unknown> = Promise.resolve();
  #made = 0;

  constructor() {
    this.#ended = new Promise((resolve) => this.signal.addEventListener('abort', () => resolve('ended')));
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /**
   * Follows a request from when it is made until `handle` has answered it. Requests are handled in the order in which they
   * were made, however long their bodies. One that comes after the end, or whose body does, is late, and not handled.
   *
   * @param read reads the body, which may be a stream that never ends.
   * @throws whatever `read` or `handle` throws.
   */
  async follow<B>(
    head: HttpRequest,
    read: () => Promise<B>,
    handle: (body: B, order: number) => Promise<void>,
  ): Promise<void> {
    if (this.signal.aborted) return this.#isLate(head);
    const handled = this.#handle(head, read, handle);
    this.#inFlight.set(handled, head);
    await handled.finally(() => this.#inFlight.delete(handled));
  }

  async #handle<B>(
    head: HttpRequest,
    read: () => Promise<B>,
    handle: (body: B, order: number) => Promise<void>,
  ): Promise<void> {
    const order = this.#made++;
    const reading = Promise.race([read(), this.#ended]);
    const earlierRead = this.#earlierRead;
    this.#earlierRead = Promise.allSettled([earlierRead, reading]);
    const body = await reading;
    await earlierRead;
    if (body === 'ended') return this.#isLate(head);
    await handle(body, order);
  }

  /** Returns when the requests that are in flight now have ended, well or not. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#inFlight.keys());
  }

  /** From here on every request is late; returns when those in flight have ended. */
  async end(): Promise<void> {
    this.#ending.abort(caseEnded);
    if (this.#inFlight.size === 0) return;
    const waiting = new AbortController();
    await Promise.race([Promise.allSettled(this.#inFlight.keys()), quiescence(grace, waiting.signal)]);
    waiting.abort();
    for (const request of this.#inFlight.values()) this.#isLate(request);
  }

  #isLate(request: HttpRequest): void {
    this.late.push({ request: scrubRequest(request), reason: 'the case had ended' });
  }
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const clock = virtualClock();
  if (clock) return clock.unlessItHangs(work);
  const { promise: expiry, reject } = Promise.withResolvers<never>();
  const cancel = after(milliseconds, () => reject(new TimeLimitError(`it had not ended after ${milliseconds} ms`)));
  return Promise.race([work, expiry]).finally(cancel);
}
