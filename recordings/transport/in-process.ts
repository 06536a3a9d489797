import { type HttpRequest, type HttpResponse, headerOf } from '../format/exchange.ts';
import { scrubRequest } from '../scrub/scrub.ts';
import type { Signature } from '../scrub/signer.ts';
import { inOrder } from './as-sent.ts';
import type { Answering } from './playback.ts';
import { type Catch, headOf, recordThroughPolly, replayThroughPolly } from './polly.ts';
import { readBody } from './request-body.ts';
import type { Line, Session } from './session.ts';

export type InProcessOptions =
  | {
      readonly mode: 'replay';
      /** The answer to a request, which may take its time. What it throws, the caller gets as a network error. */
      readonly answer: Answering;
      /** The credentials that requests should carry. */
      readonly signature: Signature;
    }
  | {
      readonly mode: 'record';
      /** What was asked and answered; `order` numbers the requests as they were made. */
      readonly recorded: (request: HttpRequest, response: HttpResponse, order: number) => void;
      /** Whether a request is not to be sent any more: the caller gets a network error. */
      readonly refuses: (head: HttpRequest) => boolean;
    };

/**
 * The line on which every request of this process is answered by `answer` (replay), or sent and handed to `recorded`.
 *
 * A request after the end of the case is never answered: refusing it would surface as an unhandled rejection in whichever
 * case runs by then.
 */
export function inProcess(options: InProcessOptions): (session: Session) => Promise<Line> {
  return async (session) => {
    const disconnect =
      options.mode === 'replay'
        ? await replayThroughPolly(within(session), (request) =>
            options.answer(scrubRequest(request), options.signature.of(request)),
          )
        : await recordThroughPolly(within(session, options.refuses), ({ request, order }, response) => {
            if (!session.signal.aborted) options.recorded(request, response, order);
          });
    return {
      async close() {
        await session.end();
        await disconnect();
      },
    };
  };
}

/** Catches requests as those of a session. */
function within(session: Session, refuses: (head: HttpRequest) => boolean = () => false): Catch {
  return async (caught, pass) => {
    const head = headOf(caught);
    if (refuses(head)) throw new TypeError('no more requests are sent: the recording is ending');
    await session.follow(
      head,
      () => readBody(caught.body),
      async (read, order) => {
        const { body, sent, contentType } = read ?? {};
        const added: Record<string, string> =
          contentType !== undefined && caught.through === 'fetch' && headerOf(head, 'content-type') === undefined
            ? { 'content-type': contentType }
            : {};
        const headers = inOrder([...head.headers, ...Object.entries(added)]);
        const request = { ...head, headers, ...(body ? { body } : {}) };
        await pass({ request, order, changed: { ...caught, body: sent, headers: { ...caught.headers, ...added } } });
      },
    );
  };
}
