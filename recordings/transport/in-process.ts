import { syncBuiltinESMExports } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { type HttpRequest, type HttpResponse, headerOf, type UnexpectedRequest } from '../format/exchange.ts';
import { type ScrubbedRequest, scrubRequest } from '../scrub/scrub.ts';
import { type Caught, type Hooks, headOf, startPolly } from './polly.ts';
import { readBody } from './request-body.ts';

/** The case did not come to an end. */
class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

export interface SessionOptions {
  readonly mode: 'replay' | 'record';
  /** How long `use` may take, in milliseconds. */
  readonly timeLimit: number;
  /** Replay: the answer to a request. What it throws, the caller gets as a network error. */
  readonly answer: (request: ScrubbedRequest) => HttpResponse;
  /** Recording: what was asked and answered; `order` numbers the requests as they were made. */
  readonly recorded: (request: HttpRequest, response: HttpResponse, order: number) => void;
}

export interface SessionOutcome<T> {
  readonly value: T;
  /** Requests made after the end, or not finished by then. The list grows if more come. */
  readonly late: readonly UnexpectedRequest[];
}

/** How long the end of a case waits for requests in flight, in milliseconds. Only a recording ever waits at all. */
const grace = 1_000;

// On the global object, because Polly patches globals: under vitest a module may be loaded twice in one process.
const lock = Symbol.for('agent-tools-conformance.transport');
const holder = globalThis as { [lock]?: true };

/**
 * Calls `use` while every request of this process is answered by `answer` (replay), or sent and handed to `recorded`.
 * Afterwards, whatever happened, the process is as it was before, and what is still asked belongs to this case: it is
 * listed, and never answered. (Refusing it would surface as an unhandled rejection in whichever case runs by then.)
 *
 * @throws {TimeLimitError} `use` took too long.
 * @throws {Error} another session is open in this process.
 * @throws whatever `use` throws.
 */
export async function inProcess<T>(
  options: SessionOptions,
  use: (signal: AbortSignal) => Promise<T>,
): Promise<SessionOutcome<T>> {
  if (holder[lock]) {
    throw new Error('another transport is open in this process; Polly patches globals, so cases run one after another');
  }
  holder[lock] = true;
  const session = new Session(options);
  try {
    const polly = await startPolly(options.mode, session);
    syncBuiltinESMExports();
    try {
      const value = await within(options.timeLimit, use(session.signal));
      return { value, late: session.late };
    } finally {
      await session.end();
      await polly.stop();
      syncBuiltinESMExports();
    }
  } finally {
    delete holder[lock];
  }
}

/** One case's requests, from the moment they are made. */
class Session implements Hooks {
  readonly late: UnexpectedRequest[] = [];
  readonly #options: SessionOptions;
  readonly #ending = new AbortController();
  readonly #ended: Promise<'ended'>;
  readonly #inFlight = new Map<Promise<void>, HttpRequest>();
  readonly #requests = new WeakMap<object, { readonly request: HttpRequest; readonly order: number }>();
  #made = 0;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#ended = new Promise((resolve) => this.signal.addEventListener('abort', () => resolve('ended')));
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** From here on every request is late; returns when those in flight have ended. */
  async end(): Promise<void> {
    this.#ending.abort();
    if (this.#inFlight.size === 0) return;
    const settled = new AbortController();
    const expiry = setTimeout(grace, undefined, { signal: settled.signal }).catch(() => {});
    await Promise.race([Promise.allSettled(this.#inFlight.keys()), expiry]);
    settled.abort();
    for (const request of this.#inFlight.values()) this.#isLate(request);
  }

  async catch(caught: Caught, pass: (changed: Caught) => Promise<void>): Promise<void> {
    const head = headOf(caught);
    if (this.signal.aborted) return this.#isLate(head);
    const handled = this.#handle(caught, head, pass);
    this.#inFlight.set(handled, head);
    await handled.finally(() => this.#inFlight.delete(handled));
  }

  async #handle(caught: Caught, head: HttpRequest, pass: (changed: Caught) => Promise<void>): Promise<void> {
    const order = this.#made++;
    // A body may be a stream that never ends.
    const read = await Promise.race([readBody(caught.body), this.#ended]);
    if (read === 'ended') return this.#isLate(head);
    const { body, sent, contentType } = read ?? {};
    const added =
      contentType !== undefined && caught.through === 'fetch' && headerOf(head, 'content-type') === undefined
        ? { 'content-type': contentType }
        : {};
    const request = { ...head, headers: [...head.headers, ...Object.entries(added)], ...(body ? { body } : {}) };
    this.#requests.set(caught.requestArguments, { request, order });
    await pass({ ...caught, body: sent, headers: { ...caught.headers, ...added } });
  }

  async answer(requestArguments: object): Promise<HttpResponse> {
    return this.#options.answer(scrubRequest(this.#requestOf(requestArguments).request));
  }

  recorded(requestArguments: object, response: HttpResponse): void {
    const { request, order } = this.#requestOf(requestArguments);
    if (!this.signal.aborted) this.#options.recorded(request, response, order);
  }

  #requestOf(requestArguments: object) {
    const known = this.#requests.get(requestArguments);
    if (!known) throw new Error('a request that was never caught');
    return known;
  }

  #isLate(request: HttpRequest): void {
    this.late.push({ request: scrubRequest(request), reason: 'the case had ended' });
  }
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const finished = new AbortController();
  const expiry = setTimeout(milliseconds, undefined, { signal: finished.signal }).then(() => {
    throw new TimeLimitError(`it had not ended after ${milliseconds} ms`);
  });
  // Cancelling the timer rejects this promise, when nobody waits for it any more.
  expiry.catch(() => {});
  try {
    return await Promise.race([work, expiry]);
  } finally {
    finished.abort();
  }
}
