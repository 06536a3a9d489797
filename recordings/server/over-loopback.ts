import { setImmediate } from 'node:timers/promises';
import type { Line, Session } from '../transport/session.ts';
import { type Answering, answerWithin } from './answering.ts';
import { startLoopbackServer } from './loopback-server.ts';
import { trustOnly } from './trust.ts';

export interface OverLoopbackOptions {
  readonly tls: boolean;
  /** The base URL of the server that this one stands for. */
  readonly baseUrl: string;
  readonly answer: Answering;
}

/**
 * The line on which requests are sent to a server at 127.0.0.1. With TLS, this process trusts the test CA,
 * and no other, while the line is open.
 */
export function overLoopback({ tls, baseUrl, answer }: OverLoopbackOptions): (session: Session) => Promise<Line> {
  return async (session) => {
    const server = await startLoopbackServer({ tls, baseUrl, handle: answerWithin(session, answer) });
    const distrust = server.ca === undefined ? () => {} : trustOnly(server.ca);
    return {
      baseUrl: server.baseUrl,
      ...(server.ca === undefined ? {} : { ca: server.ca }),
      async close() {
        await arrivals();
        await session.end();
        await arrivals();
        await server.close();
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
