import { UserError } from '../../files/user-error.ts';
import type { Operation } from '../../matrix/schema.ts';
import type { ClientSettings } from '../../spec/contract/client.ts';
import type { Cassette, CassetteEntry, Provenance } from '../format/cassette.ts';
import {
  type Exchange,
  type HttpRequest,
  type HttpResponse,
  headerOf,
  type UnexpectedRequest,
} from '../format/exchange.ts';
import { messageWithoutSecrets, secretsOf } from '../scrub/known-secrets.ts';
import { scrubRequest, scrubResponse } from '../scrub/scrub.ts';
import { inProcess } from './in-process.ts';
import { classify } from './match.ts';
import { inSession } from './session.ts';
import { openSettings, type Transport } from './with-transport.ts';

interface Column {
  readonly id: string;
  readonly baseUrl: string;
  readonly endpoints?: Readonly<Record<string, string>>;
}

export interface RecordOptions {
  readonly operations: readonly Operation[];
  /** Where to record from, and with which credentials. */
  readonly settings: ClientSettings;
  /** The column: its own base URL and endpoints decide whether a recording is evidence of the provider. */
  readonly column: Column;
  /** The day of recording, `YYYY-MM-DD`. */
  readonly recordedAt: string;
  /** What sends the requests, `package@version`. */
  readonly sdk?: string;
  readonly apiVersion?: string;
  /** How long the case may take, in milliseconds; 2 minutes unless told. */
  readonly timeLimit?: number;
}

export interface Recorded<T> {
  readonly value: T;
  readonly cassette: Cassette;
  readonly exchanges: readonly Exchange[];
  /** Requests that are no operation of the column: they were sent, and are not in the cassette. */
  readonly unexpected: readonly UnexpectedRequest[];
  readonly late: readonly UnexpectedRequest[];
}

/**
 * Records what `use` does against a real server. Everything is scrubbed before it is kept; the cassette names the column's
 * own base URL, wherever it was recorded, so that it plays on every machine.
 *
 * It is evidence of kind `live` only where the server was the provider itself.
 *
 * @throws {UserError} nothing was recorded.
 * @throws {TimeLimitError} `use` did not come to an end.
 * @throws {Error} another transport is open in this process.
 * @throws whatever `use` throws.
 */
export async function recordWith<T>(
  options: RecordOptions,
  use: (transport: Transport) => Promise<T>,
): Promise<Recorded<T>> {
  const { operations, settings, column, timeLimit = 120_000 } = options;
  const kept: { readonly order: number; readonly exchange: Exchange }[] = [];
  const unexpected: UnexpectedRequest[] = [];
  const compressions = new Set<string>();
  const secrets = secretsOf(settings.credentials);
  const homes = homesOf(settings, column);
  const exchanges = () => kept.toSorted((a, b) => a.order - b.order).map(({ exchange }) => exchange);
  const recorded = (asked: HttpRequest, answered: HttpResponse, order: number): void => {
    const url = atHome(asked.url, homes);
    const request = scrubRequest(messageWithoutSecrets({ ...asked, url }, secrets));
    const found = classify(request, operations, exampleUrl(column.baseUrl));
    if ('reason' in found) {
      unexpected.push({ request, reason: found.reason });
      return;
    }
    const compression = headerOf(answered, 'content-encoding');
    if (compression) compressions.add(compression);
    const headers = answered.headers.filter(([name]) => name !== 'content-encoding');
    const { operation, transport } = found;
    const response = scrubResponse(messageWithoutSecrets({ ...answered, headers }, secrets));
    kept.push({ order, exchange: { operation: operation.id, transport, request, response } });
  };
  const line = inProcess({ mode: 'record', recorded });
  const { value, late } = await inSession(timeLimit, line, (_, signal) =>
    use({
      settings: () => openSettings(signal, settings),
      exchanges,
      unexpected: () => [...unexpected],
      signal,
    }),
  );
  if (kept.length === 0) {
    throw new UserError(`nothing was recorded for ${column.id}: no request was answered by ${settings.baseUrl}`, {
      hint: unexpected[0]?.reason ?? 'the adapter refused the scenario, or the server did not answer',
    });
  }
  const entries: CassetteEntry[] = exchanges().map(({ request, response }) => ({ request, response }));
  const provenance = provenanceOf(options, [...compressions].sort());
  return { value, cassette: { provenance, entries }, exchanges: exchanges(), unexpected, late };
}

function provenanceOf(options: RecordOptions, compressions: readonly string[]): Provenance {
  const { settings, column, recordedAt, sdk, apiVersion } = options;
  const { hostname } = new URL(settings.baseUrl);
  const live = homesOf(settings, column).every(({ called, own }) => isProvider(called, own));
  const notes = [
    live
      ? 'Recorded from the provider.'
      : `Recorded from ${hostname}, which is not the provider: no evidence of what the provider does.`,
    ...(compressions.length > 0 ? [`Compression (${compressions.join(', ')}) undone.`] : []),
    'Scrubbed by the rules of recordings/scrub.',
  ];
  return {
    evidence: live ? 'live' : 'documented',
    sources: [{ title: live ? `${column.id}, ${exampleUrl(column.baseUrl)}` : `a server at ${hostname}` }],
    recordedAt,
    ...(sdk === undefined ? {} : { sdk }),
    ...(apiVersion === undefined ? {} : { apiVersion }),
    note: notes.join(' '),
  };
}

/** True when a base URL leads to the host of the column's own, over TLS, at its usual port. */
export function isProvider(baseUrl: string, ownBaseUrl: string): boolean {
  const { protocol, host } = new URL(baseUrl);
  const ownHost = /^https:\/\/([^/]+)/.exec(ownBaseUrl)?.[1] ?? '';
  const literals = ownHost.split(/\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'));
  return protocol === 'https:' && new RegExp(`^${literals.join('[a-z0-9-]+')}$`).test(host);
}

/** A column's base URL with its placeholders filled in by their names: what is particular to an account stays out. */
const exampleUrl = (baseUrl: string): string => baseUrl.replaceAll(/\{([^}]*)\}/g, '$1');

/** A place that is called, and which one of the column's own it is. */
interface Home {
  readonly called: string;
  readonly own: string;
}

/** The base URL, and the endpoints that a client was told of. */
function homesOf({ baseUrl, endpoints = {} }: ClientSettings, column: Column): Home[] {
  const others = Object.entries(endpoints).map(([name, called]) => ({
    called,
    own: column.endpoints?.[name] ?? called,
  }));
  return [{ called: baseUrl, own: column.baseUrl }, ...others];
}

/** A URL as it would be at the column's own base URL or endpoint. */
function atHome(url: string, homes: readonly Home[]): string {
  const home = homes.find(({ called }) => url.startsWith(`${called}/`));
  return home ? exampleUrl(home.own) + url.slice(home.called.length) : url;
}
