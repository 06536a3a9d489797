import { assertKnown } from '../../lib/did-you-mean.ts';
import { providerApiIds } from '../../matrix/ids.ts';
import { loadMatrix } from '../../matrix/load.ts';
import type { ProviderApi } from '../../matrix/model.ts';
import { recordingsFolder } from '../../recordings/format/recordings-package.ts';
import { type Incoming, startLoopbackServer } from '../../recordings/server/loopback-server.ts';
import { answerWithin } from '../../recordings/server/request-handler.ts';
import { CassetteSelection } from '../../recordings/transport/cassette-selection.ts';
import { type Answering, Playback } from '../../recordings/transport/playback.ts';
import { Session } from '../../recordings/transport/session.ts';
import { adapterId, type Case } from '../../spec/engine/case.ts';
import { cassettesOf, plainResponseCases } from '../../spec/engine/case-cassettes.ts';
import { expand } from '../../spec/engine/expand.ts';
import { replaySettings } from '../../spec/engine/replay-settings.ts';
import { loadScenarios } from '../../spec/scenarios/load.ts';
import { portProblem } from './process.ts';

/** Which provider API is stood for, and from which recordings. */
export interface ServedProvider {
  readonly providerApi: string;
  /** Where cassettes are; those of this repository unless told. */
  readonly folder?: string | undefined;
  readonly tls: boolean;
  /** The port to listen at; any free one unless told. */
  readonly port?: number | undefined;
  /** Told of each request: its method and path, and why it was not answered where it was not. */
  readonly onRequest?: (asked: string, problem?: string) => void;
}

/** A provider at loopback. */
export interface LoopbackProvider {
  /** For clients: each conversation has a place of its own, whose `{tool}`, `{scenario}` and `{mode}` are to be filled in. */
  readonly baseUrl: string;
  /** The same for the further services of the API, by name. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** With TLS: the certificate of who vouches for it, PEM. */
  readonly ca?: string;
  close(): Promise<void>;
}

/**
 * Stands for a provider with everything that is recorded of it. A conversation that was held to its end may be held again, as
 * often as one likes.
 *
 * @throws {UserError} there is no such provider API, or the port is taken.
 */
export async function serveProvider({
  providerApi,
  folder = recordingsFolder(providerApi),
  tls,
  port = 0,
  onRequest,
}: ServedProvider): Promise<LoopbackProvider> {
  assertKnown('provider API', providerApi, providerApiIds);
  const [matrix, scenarios] = await Promise.all([loadMatrix(), loadScenarios(undefined, folder)]);
  const column = matrix.providers.find(({ id }) => id === providerApi);
  if (!column) throw new Error(`the matrix has no column ${providerApi}`);
  const anyAdapter = { id: adapterId('any', column.id), implementation: 'any', providerApi: column.id };
  const cases = expand(matrix, scenarios, [anyAdapter]).filter(({ kind }) => kind === 'scenario');
  const conversations = new Map(
    [...cases, ...plainResponseCases(column.id)].map((c) => [placeOf(c), new Conversation(c, column, folder)]),
  );
  const session = new Session();
  const server = await startLoopbackServer({
    tls,
    baseUrl: 'http://loopback',
    port,
    handle: (incoming) => {
      const { place, service, rest } = parsed(incoming.head.url);
      const conversation = conversations.get(place);
      const said = `${incoming.head.method} ${new URL(incoming.head.url).pathname}`;
      if (!conversation) {
        onRequest?.(said, 'no conversation at this path');
        return incoming.refuse();
      }
      const answer: Answering = (request, signer) => {
        try {
          const answer = conversation.answer(request, signer);
          onRequest?.(said);
          return answer;
        } catch (error) {
          onRequest?.(said, (error as Error).message);
          throw error;
        }
      };
      void answerWithin(session, answer)(leadingTo(conversation.urlOf(service) + rest, incoming));
    },
  }).catch(portProblem(port));
  const baseUrl = `${server.baseUrl.replace(/\/$/, '')}/{tool}/{scenario}/{mode}`;
  return {
    baseUrl,
    endpoints: Object.fromEntries(Object.keys(column.endpoints ?? {}).map((name) => [name, `${baseUrl}/@${name}`])),
    ...(server.ca === undefined ? {} : { ca: server.ca }),
    async close() {
      await session.end();
      await server.close();
    },
  };
}

/** Where a conversation is held. */
const placeOf = ({ kind, tool, scenario, mode }: Case): string =>
  `${kind === 'scenario' ? tool : 'shared'}/${scenario.id}/${mode}`;

/** A URL of this server in parts: whose conversation, with which of the API's services, and what is asked there. */
function parsed(url: string): { readonly place: string; readonly service: string | undefined; readonly rest: string } {
  const [, place = '', service, rest = ''] =
    /^https?:\/\/[^/]+\/([^/?]+\/[^/?]+\/[^/?]+)(?:\/@([^/?]+))?(.*)$/s.exec(url) ?? [];
  return { place, service, rest };
}

/** The same request, as if it had come to the provider's own server. */
const leadingTo = (url: string, { head, read, ...rest }: Incoming): Incoming => ({
  ...rest,
  head: { ...head, url },
  read: async () => ({ ...(await read()), url }),
});

/** One conversation, from the recording that its mode asks for. */
class Conversation {
  readonly #case: Case;
  readonly #column: ProviderApi;
  readonly #folder: string | undefined;
  #playback: Playback | undefined;

  constructor(theCase: Case, column: ProviderApi, folder: string | undefined) {
    this.#case = theCase;
    this.#column = column;
    this.#folder = folder;
  }

  urlOf(service: string | undefined): string {
    const { baseUrl, endpoints = {} } = replaySettings(this.#column, this.#case.scenario);
    return service === undefined ? baseUrl : (endpoints[service] ?? baseUrl);
  }

  answer: Answering = (request, signer) => {
    const before = this.#playback;
    this.#playback ??= this.#fromTheStart();
    try {
      return this.#playback.answer(request, signer);
    } catch (error) {
      if (!before || before.unconsumed().length > 0) throw error;
      // It was held to its end, and is held again.
      this.#playback = this.#fromTheStart();
      return this.#playback.answer(request, signer);
    }
  };

  #fromTheStart(): Playback {
    const cassettes = cassettesOf(this.#case, this.#column, this.#folder);
    return new Playback(new CassetteSelection(cassettes, this.#column.operations, this.urlOf(undefined)));
  }
}
