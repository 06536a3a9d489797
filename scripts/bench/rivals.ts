import type { HttpResponse } from '../../recordings/format/exchange.ts';
import { fetchResponse } from '../../recordings/transport/fetch-response.ts';
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
export async function rivals(served: Served): Promise<Readonly<Record<'stock Polly' | 'nock' | 'msw', Sample>>> {
  return { 'stock Polly': await stockPolly(served), nock: await nock(served), msw: await msw(served) };
}

/**
 * Where requests go, and nobody listens: at loopback, because the socket guard refuses all else; each to its own port, because
 * `fetch` keeps connections, and would hand on one that somebody else made up.
 */
const origins = { polly: 'http://127.0.0.1:2', nock: 'http://127.0.0.1:3', msw: 'http://127.0.0.1:4' };

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

/** Polly.js as its documents show it: stock adapter and matching, its recording kept in memory. */
async function stockPolly({ answers, ask }: Served): Promise<Sample> {
  const [{ Polly }, { default: FetchAdapter }, { default: Persister }] = await Promise.all([
    import('@pollyjs/core'),
    import('@pollyjs/adapter-fetch'),
    import('@pollyjs/persister'),
  ]);
  const recordings = new Map<string, unknown>();
  class Memory extends (Persister as unknown as new (polly: unknown) => object) {
    static get id() {
      return 'memory';
    }
    static get type() {
      return 'persister';
    }
    onFindRecording(id: string) {
      return recordings.get(id) ?? null;
    }
    onSaveRecording(id: string, recording: unknown) {
      recordings.set(id, recording);
    }
  }
  const start = (mode: 'record' | 'replay') =>
    new Polly('bench', {
      mode,
      adapters: [FetchAdapter as never],
      persister: Memory as never,
      recordIfMissing: false,
      logLevel: 'silent',
    });
  const left = [...answers];
  const { fetch } = globalThis;
  globalThis.fetch = async (url) => fetchResponse(left.shift() ?? (answers[0] as HttpResponse), String(url));
  try {
    const recording = start('record');
    await ask(origins.polly);
    await recording.stop();
  } finally {
    globalThis.fetch = fetch;
  }
  return async () => {
    const polly = start('replay');
    const time = await timed(() => ask(origins.polly));
    await polly.stop();
    return time;
  };
}
