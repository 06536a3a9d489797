import { setImmediate } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { Signature } from '../scrub/request-identity.ts';
import { changedFor, disconnected } from '../transport/connection.ts';
import type { Answering } from '../transport/playback.ts';
import type { Line, Session } from '../transport/session.ts';
import { startLoopbackServer } from './loopback-server.ts';
import { answerWithin } from './request-handler.ts';

export interface OverLoopbackOptions {
  readonly tls: boolean;
  /** The base URL of the server that this one stands for. */
  readonly baseUrl: string;
  /** Further servers that are stood for, by name: each by one of its own, so that it can be told whom a request was meant for. */
  readonly endpoints?: Readonly<Record<string, string>> | undefined;
  readonly answer: Answering;
  /** The credentials that requests should carry. */
  readonly signature: Signature;
}

/**
 * The line on which requests are sent to servers at 127.0.0.1. With TLS, this process trusts the test CA,
 * and no other, while the line is open, or for as long as what catches requests is kept.
 */
export function overLoopback({
  tls,
  baseUrl,
  endpoints = {},
  answer,
  signature,
}: OverLoopbackOptions): (session: Session) => Promise<Line> {
  return async (session) => {
    await disconnected();
    const handle = answerWithin(session, answer, signature);
    const server = await startLoopbackServer({ tls, baseUrl, handle });
    const others = await Promise.all(
      Object.entries(endpoints).map(async ([name, endpoint]) => ({
        name,
        server: await startLoopbackServer({ tls, baseUrl: endpoint, handle }),
      })),
    );
    const { ca } = server;
    // The CA is the same for as long as the process lasts; to trust all others again takes some hundredths of a second.
    const distrust = ca === undefined ? () => {} : changedFor('trusted CA', () => trustOnly(ca));
    return {
      baseUrl: server.baseUrl,
      endpoints: Object.fromEntries(others.map((other) => [other.name, other.server.baseUrl])),
      ...(ca === undefined ? {} : { ca }),
      async close() {
        await arrivals();
        await session.end();
        await arrivals();
        await Promise.all([server, ...others.map((other) => other.server)].map((each) => each.close()));
        distrust();
      },
    };
  };
}

/**
 * Returns when the requests that were made before have arrived. Client and server share this process, and loopback takes no
 * time: a request, its connection and its TLS handshake need a few turns of the event loop, never a waiting one.
 */
async function arrivals(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await setImmediate();
}

/**
 * From here on, TLS connections of this process trust one CA and no other, wherever they do not name their own. Connections
 * that stand are not touched. Neither the environment nor the client's code has to know.
 *
 * @param ca its certificate, PEM
 * @returns what trusts again whom it was before
 */
function trustOnly(ca: string): () => void {
  const before = getCACertificates('default');
  setDefaultCACertificates([ca]);
  return () => setDefaultCACertificates(before);
}
