import type { HttpResponse } from '../../recordings/format/exchange.ts';
import { type Sample, timed } from './interleave.ts';

/** Recorded answers, and what asks a server for them over the `fetch` that it finds. */
export interface Served {
  readonly path: string;
  readonly answers: readonly HttpResponse[];
  readonly ask: (origin: string) => Promise<void>;
}

/**
 * The same answers served by other ways of intercepting HTTP, as their documents say. Only the asking is timed: not what it
 * takes to set them up and take them down. Each is off again before the next begins.
 */
export async function rivals(served: Served): Promise<Readonly<Record<'nock' | 'msw', Sample>>> {
  return { nock: await nock(served), msw: await msw(served) };
}

/**
 * Where requests go, and nobody listens: at loopback, because the socket guard refuses all else; each to its own port, because
 * `fetch` keeps connections, and would hand on one that somebody else made up.
 */
const origins = { nock: 'http://127.0.0.1:3', msw: 'http://127.0.0.1:4' };

const bodyText = ({ body }: HttpResponse): string => body.text;
const headersOf = ({ headers }: HttpResponse): Record<string, string> => Object.fromEntries(headers);

async function nock({ path, answers, ask }: Served): Promise<Sample> {
  const { default: nock } = await import('nock');
  // It begins to intercept as it is loaded.
  nock.restore();
  return async () => {
    nock.activate();
    const scope = nock(origins.nock);
    for (const answer of answers) scope.post(path).reply(answer.status, bodyText(answer), headersOf(answer));
    const time = await timed(() => ask(origins.nock));
    nock.cleanAll();
    nock.restore();
    return time;
  };
}

async function msw({ path, answers, ask }: Served): Promise<Sample> {
  const [{ http, HttpResponse }, { setupServer }] = await Promise.all([import('msw'), import('msw/node')]);
  return async () => {
    const left = [...answers];
    const server = setupServer(
      http.post(origins.msw + path, () => {
        const answer = left.shift();
        return answer
          ? new HttpResponse(bodyText(answer), { status: answer.status, headers: headersOf(answer) })
          : undefined;
      }),
    );
    server.listen({ onUnhandledFrame: 'error' });
    const time = await timed(() => ask(origins.msw));
    server.close();
    return time;
  };
}
