import { escapeControl } from '../../lib/escape-control-characters.ts';
import { startLoopbackServer } from '../../recordings/server/loopback-server.ts';
import { answerWithin } from '../../recordings/server/request-handler.ts';
import type { Answering } from '../../recordings/transport/playback.ts';
import { Session } from '../../recordings/transport/session.ts';
import { documentedAnswer, probeWireFor } from '../../spec/probe/probes.ts';
import type { ProbedApi } from '../../spec/probe/scenarios.ts';
import { jsonResponse } from '../../spec/probe/wire.ts';
import { jsonOf } from '../../spec/wire/json.ts';
import type { Tell } from '../serve/event.ts';
import { ended, portProblem } from '../serve/process.ts';

/** A server that answers every request of a probe as documented. */
export interface DocumentedServer {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/**
 * Stands for a provider that is probed. What no scenario asks for is answered with 404.
 *
 * @throws {UserError} the port is taken.
 */
export async function startDocumentedServer(
  providerApi: ProbedApi,
  port?: number,
  onRequest: (asked: string, isKnown: boolean) => void = () => {},
): Promise<DocumentedServer> {
  const wire = await probeWireFor(providerApi);
  const answer: Answering = ({ url, body }) => {
    const { pathname } = new URL(url);
    const found = pathname.endsWith(wire.path) ? documentedAnswer(wire, jsonOf(body)) : undefined;
    onRequest(pathname, found !== undefined);
    return found ?? jsonResponse({ error: { message: 'no scenario of the probe asks so' } }, 404);
  };
  const session = new Session();
  const handle = answerWithin(session, answer);
  const server = await startLoopbackServer({
    tls: false,
    baseUrl: 'http://loopback/v1',
    port: port ?? 0,
    handle,
  }).catch(portProblem(port));
  return {
    baseUrl: server.baseUrl,
    async close() {
      await session.end();
      await server.close();
    },
  };
}

/** Serves until it is told to end, and says what is asked. */
export async function serveProbe(
  providerApi: ProbedApi,
  { port, tell, signal }: { readonly port?: number | undefined; readonly tell: Tell; readonly signal: AbortSignal },
): Promise<void> {
  const server = await startDocumentedServer(providerApi, port, (path, isKnown) => {
    const asked = `POST ${path}`;
    const problem = isKnown ? {} : { problem: 'no scenario of the probe asks so' };
    tell(
      { event: 'request', asked, ...problem },
      escapeControl(isKnown ? asked : `${asked}\n  → 404: ${problem.problem}`),
    );
  });
  try {
    const { baseUrl } = server;
    const line = `npm run atc -- probe --base-url ${baseUrl} --provider ${providerApi}`;
    tell({ event: 'ready', providerApi, baseUrl }, `documented responses to a probe: ${baseUrl}\n\nTry\n  ${line}\n`);
    await ended(signal);
    tell({ event: 'ended' }, 'ended');
  } finally {
    await server.close();
  }
}
