import { bodyOf } from '../format/body.ts';
import { type Body, type HttpRequest, type HttpResponse, headerOf } from '../format/exchange.ts';
import type { Signature } from '../scrub/request-identity.ts';
import { scrubRequest } from '../scrub/scrub.ts';
import { connectedFor, disconnected } from './connection.ts';
import { interceptFetch } from './intercept-fetch.ts';
import { type NodeHttpHandler, recordNodeHttp, replayNodeHttp } from './intercept-node-http.ts';
import { headOf, type Interceptor, type PassedRequest } from './intercepted-request.ts';
import { sortHeaders } from './normalize-request.ts';
import type { Answering } from './playback.ts';
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
        ? await connectedFor<NodeHttpHandler>(
            {
              intercept: within(session),
              answer: (request) => options.answer(scrubRequest(request), options.signature.of(request)),
            },
            connectReplay,
          )
        : await connectRecording(within(session, options.refuses), ({ request, order }, response) => {
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

async function connectReplay(current: () => NodeHttpHandler): Promise<() => Promise<void>> {
  const restoreFetch = interceptFetch(() => {
    const { intercept, answer } = current();
    return {
      intercept,
      respond: async ({ request }, { signal }) => {
        signal?.throwIfAborted();
        return unlessAborted(answer(request), signal);
      },
    };
  });
  const disconnectNodeHttp = await replayNodeHttp(current);
  return async () => {
    restoreFetch();
    await disconnectNodeHttp();
  };
}

async function connectRecording(
  intercept: Interceptor,
  recorded: (passed: PassedRequest, response: HttpResponse) => void,
): Promise<() => Promise<void>> {
  await disconnected();
  const { fetch } = globalThis;
  const respond = async (passed: PassedRequest, init: RequestInit): Promise<HttpResponse> => {
    const { request, sent } = passed;
    const headers = request.headers.map(([name, value]): [string, string] => [name, value]);
    const answered = await fetch(request.url, { ...init, headers, body: (sent ?? null) as BodyInit | null });
    const body = bodyOf(new Uint8Array(await answered.arrayBuffer()));
    const response = { status: answered.status, headers: [...answered.headers], body };
    recorded(passed, response);
    return response;
  };
  const restoreFetch = interceptFetch(() => ({ intercept, respond }));
  const disconnectNodeHttp = await recordNodeHttp(intercept, recorded);
  return async () => {
    restoreFetch();
    await disconnectNodeHttp();
  };
}

/** The response, unless the caller gives up while it waits for it: `fetch` rejects at once. */
async function unlessAborted<T>(answered: T | Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal || !(answered instanceof Promise)) return answered;
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  return Promise.race([answered, aborted]).finally(() => signal.removeEventListener('abort', giveUp));
}

/** Intercepts requests as those of a session. */
function within(session: Session, refuses: (head: HttpRequest) => boolean = () => false): Interceptor {
  return async (intercepted, pass) => {
    const head = headOf(intercepted);
    if (refuses(head)) throw new TypeError('no more requests are sent: the recording is ending');
    await session.follow(
      head,
      () => readBody(intercepted.body),
      async (read, order) => {
        const { body, sent, contentType } = read ?? {};
        const isAdded =
          contentType !== undefined && intercepted.through === 'fetch' && headerOf(head, 'content-type') === undefined;
        const headers = isAdded ? sortHeaders([...head.headers, ['content-type', contentType]]) : head.headers;
        await pass({ request: { ...head, headers, ...(body ? { body } : {}) }, order, sent });
      },
    );
  };
}

/** A request's body, read once, and the content type that `fetch` adds where a body brings one. */
interface ReadBody {
  /** What is sent: the bytes that were read. */
  readonly sent: string | Buffer;
  readonly body: Body;
  readonly contentType: string | undefined;
}

/**
 * Reads a body of any kind that `fetch` or `node:http` take: text, bytes, forms, files, streams. A stream can be read only
 * once, so what was read is what must be sent.
 */
export async function readBody(given: unknown): Promise<ReadBody | undefined> {
  if (given === undefined || given === null || given === '') return undefined;
  if (typeof given === 'string') return { sent: given, body: { text: given }, contentType: 'text/plain;charset=UTF-8' };
  const response = new Response(given as ConstructorParameters<typeof Response>[0]);
  const sent = Buffer.from(await response.arrayBuffer());
  const contentType = response.headers.get('content-type') ?? undefined;
  return sent.length === 0 ? undefined : { sent, body: bodyOf(sent), contentType };
}
