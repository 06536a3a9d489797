import { pause } from '../../lib/real-time.ts';
import { redactError } from '../../lib/redact-error.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Operation } from '../../matrix/schema.ts';
import type { ClientSettings } from '../../spec/contract/client.ts';
import type { Cassette, CassetteEntry } from '../format/cassette.ts';
import {
  type Exchange,
  type HttpRequest,
  type HttpResponse,
  headerOf,
  type UnexpectedRequest,
} from '../format/exchange.ts';
import { accountNamesOf, messageWithoutNames, withoutNames } from '../scrub/account-names.ts';
import { isSafeToLog, messageWithoutSecrets, secretsOf, watchingTokens } from '../scrub/known-secrets.ts';
import { changeMessage } from '../scrub/map-message.ts';
import { scrubRequest, scrubResponse } from '../scrub/scrub.ts';
import { stabilize } from '../scrub/stabilize.ts';
import { scrubUrl } from '../scrub/url.ts';
import { baseUrlsOf, type ColumnPlaces, exampleUrl, ownBaseUrl, rebaseUrl, replayNamesOf } from './base-urls.ts';
import { inProcess } from './in-process.ts';
import { classify } from './match-request.ts';
import { provenanceOf, watchConnections } from './provenance.ts';
import { inSession, type Session } from './session.ts';
import { openSettings, type Transport } from './with-transport.ts';

export interface RecordOptions {
  readonly operations: readonly Operation[];
  /** Where to record from, and with which credentials. */
  readonly settings: ClientSettings;
  /** The column: its own base URL and endpoints decide whether a recording is evidence of the provider. */
  readonly column: ColumnPlaces;
  /** The day of recording, `YYYY-MM-DD`. */
  readonly recordedAt: string;
  /** What sends the requests, `package@version`. */
  readonly sdk?: string | undefined;
  /** What is at the provider under another name than in recordings: ids, and the names that take their place. */
  readonly names?: ReadonlyMap<string, string> | undefined;
  /** Told of each exchange when its answer is complete: scrubbed, with ids and times as they came. */
  readonly watch?: ((exchange: Exchange) => void) | undefined;
  /** Aborted when the recording is to end before its time; see {@link Ending}. */
  readonly ending?: AbortSignal | undefined;
  /** How long the case may take, in milliseconds; 2 minutes unless told. */
  readonly timeLimit?: number;
}

export interface Recorded<T> {
  readonly value: T;
  readonly cassette: Cassette;
  /** As they came: in the cassette, ids and times are counted. */
  readonly exchanges: readonly Exchange[];
  /** Requests that are no operation of the column: they were sent, and are not in the cassette. */
  readonly unexpected: readonly UnexpectedRequest[];
  readonly late: readonly UnexpectedRequest[];
}

/**
 * Records what `use` does against a real server. Everything is scrubbed before it is kept; the cassette names the column's
 * own base URL, wherever it was recorded, so that it plays on every machine.
 *
 * @throws {UserError} nothing was recorded.
 * @throws {TimeLimitError} `use` did not come to an end.
 * @throws {Error} another transport is open in this process.
 * @throws whatever `use` throws, without secrets and without what an SDK added to it.
 */
export async function recordWith<T>(
  options: RecordOptions,
  use: (transport: Transport) => Promise<T>,
): Promise<Recorded<T>> {
  const {
    operations,
    settings,
    column,
    recordedAt,
    sdk,
    names = new Map(),
    watch,
    ending,
    timeLimit = 120_000,
  } = options;
  const kept: { readonly order: number; readonly exchange: Exchange }[] = [];
  const unexpected: UnexpectedRequest[] = [];
  const compressions = new Set<string>();
  const secrets = secretsOf(settings.credentials);
  const watched = watchingTokens(settings, (token) => secrets.push(token));
  const replayNames = replayNamesOf(settings, column);
  const own = accountNamesOf(settings, replayNames);
  const tell = (text: string) => withoutNames(isSafeToLog(text, secrets), own);
  const homes = baseUrlsOf(settings, column);
  const home = exampleUrl(ownBaseUrl(settings, column), replayNames);
  const reached = watchConnections();
  const exchanges = () => kept.toSorted((a, b) => a.order - b.order).map(({ exchange }) => exchange);
  const clean = <M extends HttpRequest | HttpResponse>(message: M): M => {
    const renamed = names.size === 0 ? message : changeMessage(message, (text) => named(text, names));
    return messageWithoutNames(messageWithoutSecrets(renamed, secrets), own);
  };
  const recorded = (asked: HttpRequest, answered: HttpResponse, order: number): void => {
    const request = scrubRequest(clean({ ...asked, url: rebaseUrl(asked.url, homes, replayNames) }));
    const found = classify(request, operations, home);
    if ('reason' in found) {
      unexpected.push({ request, reason: found.reason });
      return;
    }
    const compression = headerOf(answered, 'content-encoding');
    if (compression) compressions.add(compression);
    const headers = answered.headers.filter(([name]) => name !== 'content-encoding');
    const { operation, transport } = found;
    const response = scrubResponse(clean({ ...answered, headers }));
    const exchange = { operation: operation.id, transport, request, response };
    kept.push({ order, exchange });
    watch?.(exchange);
  };
  const end = new Ending(ending);
  const line = async (session: Session) => {
    end.watch(session);
    return inProcess({ mode: 'record', recorded, refuses: (head) => end.refuses(head) })(session);
  };
  const { value, late } = await inSession(timeLimit, line, (_, signal) =>
    use({
      settings: () => openSettings(signal, watched),
      exchanges,
      unexpected: () => [...unexpected],
      signal: AbortSignal.any([signal, end.signal]),
    }),
  ).catch((error) => {
    throw redactError(error, tell);
  });
  if (kept.length === 0) {
    throw new UserError(`nothing was recorded for ${column.id}: no response from ${tell(scrubUrl(settings.baseUrl))}`, {
      hint: unexpected[0]?.reason ?? 'the adapter rejected the scenario, or the server did not respond',
    });
  }
  const entries: CassetteEntry[] = exchanges().map(({ request, response }) => ({ request, response }));
  const provenance = provenanceOf({
    settings,
    column,
    recordedAt,
    sdk,
    reached,
    compressions: [...compressions].sort(),
    entries,
  });
  return {
    value,
    cassette: stabilize({ provenance, entries }),
    exchanges: exchanges(),
    unexpected,
    late: late.map(({ request, reason }) => ({ request: clean(request), reason })),
  };
}

/** A text in which everything has the name that recordings give it. */
const named = (text: string, names: ReadonlyMap<string, string>): string =>
  [...names].reduce((so, [id, name]) => so.replaceAll(id, name), text);

/** How long what is in flight may take when a recording is to end, in milliseconds. */
const patience = 5_000;

/**
 * The end of a recording before its time. What is in flight comes to its end first: who gives up a request that makes something never
 * learns what to remove. Meanwhile nothing is sent but what removes.
 */
class Ending {
  readonly #asked: AbortSignal | undefined;
  readonly #end = new AbortController();

  /** @param asked aborted when the recording is to end */
  constructor(asked: AbortSignal | undefined) {
    this.#asked = asked;
    if (asked?.aborted) this.#end.abort(asked.reason);
  }

  /** Aborted when nothing is in flight any more, or it took too long. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** Whether a request is not to be sent. */
  refuses({ method }: HttpRequest): boolean {
    return this.#asked?.aborted === true && !this.signal.aborted && method !== 'DELETE';
  }

  /** Watches over a session. */
  watch(session: Session): void {
    const end = async () => {
      const waiting = new AbortController();
      await Promise.race([session.settled(), pause(patience, waiting.signal)]);
      waiting.abort();
      this.#end.abort(this.#asked?.reason);
    };
    this.#asked?.addEventListener('abort', end, { once: true, signal: session.signal });
  }
}
