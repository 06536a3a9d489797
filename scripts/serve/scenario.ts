import { escapeControl } from '../../lib/escape-control-characters.ts';
import type { Cassette } from '../../recordings/format/cassette.ts';
import { recordingsFolder } from '../../recordings/format/recordings-package.ts';
import { startLoopbackServer } from '../../recordings/server/loopback-server.ts';
import { answerWithin } from '../../recordings/server/request-handler.ts';
import { CassetteSelection } from '../../recordings/transport/cassette-selection.ts';
import { type Answering, Playback } from '../../recordings/transport/playback.ts';
import { Session } from '../../recordings/transport/session.ts';
import { cassettesOf } from '../../spec/engine/case-cassettes.ts';
import { replaySettings } from '../../spec/engine/replay-settings.ts';
import { scenarioCases } from '../find-scenario.ts';
import type { Tell } from './event.ts';
import { certificateFile, ended, portProblem } from './process.ts';
import { answersText, matchOf, matchText, shellWord, trustText, tryText } from './text.ts';

/** What to serve, and how. */
export interface ServeRequest {
  /** The scenario, as `scenarioCases` reads it. */
  readonly pattern: string;
  /** The port to listen at; any free one unless told. */
  readonly port?: number | undefined;
  readonly tls: boolean;
  /** End when everything was asked for. */
  readonly once: boolean;
  readonly tell: Tell;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/**
 * Serves the recordings of a scenario at loopback, to be asked by hand or by another program, and says what comes and what
 * it is taken for. Returns when it was told to end or, with `once`, when everything was asked for.
 *
 * @throws {UserError} an id that does not exist, a recording that is not there, a port that is taken.
 */
export async function serveScenario(request: ServeRequest): Promise<void> {
  const { tell, signal } = request;
  const { column, tool, scenario, cassette } = await recordingsOf(request.pattern);
  const playback = new Playback(CassetteSelection.of(cassette, column.operations, column.baseUrl));
  const session = new Session();
  const usedUp = new AbortController();
  const answer: Answering = (asked, signer) => {
    try {
      return playback.answer(asked, signer);
    } finally {
      const left = playback.unconsumed();
      tell({ event: 'request', ...matchOf(asked, playback), left }, escapeControl(matchText(asked, playback, left)));
      if (request.once && left.length === 0) usedUp.abort();
    }
  };
  const { tls, port } = request;
  const { baseUrl } = column;
  const handle = answerWithin(session, answer);
  const server = await startLoopbackServer({ tls, baseUrl, port: port ?? 0, handle }).catch(portProblem(port));
  const trust = server.ca === undefined ? undefined : await certificateFile(server.ca);
  try {
    const ca = trust === undefined ? '' : ` --cacert ${shellWord(trust.path)}`;
    const words = [
      `${column.title}: ${tool}/${scenario}, at ${server.baseUrl} (accepts any key)`,
      `Responses\n${answersText(cassette)}`,
      ...(trust ? [trustText(trust.path)] : []),
      `Try\n  ${tryText(cassette, server.baseUrl, ca)}\n`,
    ];
    const certificate = trust ? { certificate: trust.path } : {};
    tell({ event: 'ready', providerApi: column.id, baseUrl: server.baseUrl, ...certificate }, words.join('\n\n'));
    await ended(AbortSignal.any([signal, usedUp.signal]));
  } finally {
    await session.end();
    await server.close();
    await trust?.remove();
  }
  const left = playback.unconsumed();
  const never = `not requested:\n${left.map((l) => `  ${l}`).join('\n')}`;
  tell({ event: 'ended', left }, left.length === 0 ? 'all responses were requested' : never);
}

/** The recordings of a scenario, those of both modes as one: a request says by itself which of the two it wants. */
async function recordingsOf(pattern: string) {
  const { column, tool, scenario, cases } = await scenarioCases(pattern);
  const folder = recordingsFolder(column.id);
  // Where a column has one transport, both modes are answered from one recording.
  const recordings = new Map(cases.map((c) => cassettesOf(c, column, folder)[0]).map((found) => [found.name, found]));
  const cassettes = [...recordings.values()].map(({ open }) => open());
  const [first] = cassettes;
  if (!first) throw new Error('a scenario without a case');
  const cassette: Cassette = { ...first, entries: cassettes.flatMap(({ entries }) => entries) };
  const { baseUrl } = replaySettings(column, cases[0].scenario);
  return { column: { ...column, baseUrl }, tool, scenario, cassette };
}
