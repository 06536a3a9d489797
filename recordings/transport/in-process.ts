import { syncBuiltinESMExports } from 'node:module';
import { type HttpRequest, type HttpResponse, headerOf } from '../format/exchange.ts';
import { type ScrubbedRequest, scrubRequest } from '../scrub/scrub.ts';
import { inOrder } from './as-sent.ts';
import { type Caught, type Hooks, headOf, startPolly } from './polly.ts';
import { readBody } from './request-body.ts';
import type { Line, Session } from './session.ts';

export interface InProcessOptions {
  readonly mode: 'replay' | 'record';
  /** Replay: the answer to a request. What it throws, the caller gets as a network error. */
  readonly answer: (request: ScrubbedRequest) => HttpResponse;
  /** Recording: what was asked and answered; `order` numbers the requests as they were made. */
  readonly recorded: (request: HttpRequest, response: HttpResponse, order: number) => void;
}

/**
 * The line on which every request of this process is answered by `answer` (replay), or sent and handed to `recorded`.
 *
 * A request after the end of the case is never answered: refusing it would surface as an unhandled rejection in whichever
 * case runs by then.
 */
export function inProcess(options: InProcessOptions): (session: Session) => Promise<Line> {
  return async (session) => {
    const polly = await startPolly(options.mode, new SessionHooks(session, options));
    syncBuiltinESMExports();
    return {
      async close() {
        await session.end();
        await polly.stop();
        syncBuiltinESMExports();
      },
    };
  };
}

class SessionHooks implements Hooks {
  readonly #session: Session;
  readonly #options: InProcessOptions;
  readonly #requests = new WeakMap<object, { readonly request: HttpRequest; readonly order: number }>();

  constructor(session: Session, options: InProcessOptions) {
    this.#session = session;
    this.#options = options;
  }

  async catch(caught: Caught, pass: (changed: Caught) => Promise<void>): Promise<void> {
    const head = headOf(caught);
    const read = () => readBody(caught.body);
    await this.#session.follow(head, read, async (given, order) => {
      const { body, sent, contentType } = given ?? {};
      const added =
        contentType !== undefined && caught.through === 'fetch' && headerOf(head, 'content-type') === undefined
          ? { 'content-type': contentType }
          : {};
      const headers = [...head.headers, ...Object.entries(added)];
      const request = { ...head, headers: inOrder(headers), ...(body ? { body } : {}) };
      this.#requests.set(caught.requestArguments, { request, order });
      await pass({ ...caught, body: sent, headers: { ...caught.headers, ...added } });
    });
  }

  async answer(requestArguments: object): Promise<HttpResponse> {
    return this.#options.answer(scrubRequest(this.#requestOf(requestArguments).request));
  }

  recorded(requestArguments: object, response: HttpResponse): void {
    const { request, order } = this.#requestOf(requestArguments);
    if (!this.#session.signal.aborted) this.#options.recorded(request, response, order);
  }

  #requestOf(requestArguments: object) {
    const known = this.#requests.get(requestArguments);
    if (!known) throw new Error('a request that was never caught');
    return known;
  }
}
