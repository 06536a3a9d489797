import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { ClientSettings } from '../../spec/contract/client.ts';
import type { CassetteEntry, Provenance } from '../format/cassette.ts';
import { headerOf } from '../format/exchange.ts';
import { isLoopback } from '../network-guard/loopback.ts';
import { baseUrlsOf, type ColumnPlaces, exampleUrl, isProvider, ownBaseUrl } from './base-urls.ts';

/** What a recording was made with. */
export interface RecordedWith {
  readonly settings: ClientSettings;
  readonly column: ColumnPlaces;
  /** The day of recording, `YYYY-MM-DD`. */
  readonly recordedAt: string;
  /** What sent the requests, `package@version`. */
  readonly sdk?: string | undefined;
  /** Where connections to a host ended. */
  readonly reached: (host: string) => ConnectionRecord | undefined;
  /** Compressions that were undone. */
  readonly compressions: readonly string[];
  readonly entries: readonly CassetteEntry[];
}

/**
 * Where a recording comes from. `live` is what was taken from the provider itself: its own host by name, over TLS that was vouched for,
 * at an address that is not this machine's. No setting says so.
 */
export function provenanceOf(made: RecordedWith): Provenance {
  const { settings, column, recordedAt, sdk, compressions, entries } = made;
  const live = isLive(made);
  const { host } = new URL(settings.baseUrl);
  const region = regionOf(settings);
  const apiVersion = apiVersionOf(entries);
  const notes = [
    live
      ? 'Recorded from the provider.'
      : `Recorded from ${whereFrom(host)}, which is not the provider: no evidence of what the provider does.`,
    ...(compressions.length > 0 ? [`Compression (${compressions.join(', ')}) undone.`] : []),
    'Scrubbed by the rules of recordings/scrub; ids and times that are drawn anew every time are counted.',
  ];
  return {
    evidence: live ? 'live' : 'documented',
    sources: [{ title: live ? `${column.id}, ${exampleUrl(ownBaseUrl(settings, column))}` : whereFrom(host) }],
    recordedAt,
    ...(sdk === undefined ? {} : { sdk }),
    ...(apiVersion === undefined ? {} : { apiVersion }),
    model: settings.model,
    ...(region === undefined ? {} : { region }),
    note: notes.join(' '),
  };
}

/** Not its port: that is another one every time. */
const whereFrom = (host: string): string =>
  isLoopback(host.replace(/:\d+$/, '')) ? 'a server at loopback' : `a server at ${host}`;

function isLive({ settings, column, reached }: RecordedWith): boolean {
  const homes = baseUrlsOf(settings, column);
  if (!homes.every(({ called, own }) => isProvider(called, own))) return false;
  // Of several services one may not have been asked for anything.
  const found = homes.flatMap(({ called }) => reached(new URL(called).hostname) ?? []);
  return found.length > 0 && found.every(({ address, verified }) => verified && address !== '' && !isLoopback(address));
}

/** Where the service is, where the caller says. */
function regionOf({ parameters = {} }: ClientSettings): string | undefined {
  const { region, location } = parameters;
  return region ?? location;
}

/** The version that requests asked for: of a header, of the query, or of the path. */
function apiVersionOf(entries: readonly CassetteEntry[]): string | undefined {
  for (const { request } of entries) {
    const { searchParams, pathname } = new URL(request.url);
    const version =
      headerOf(request, 'anthropic-version') ?? searchParams.get('api-version') ?? /\/(v\d\w*)\//.exec(pathname)?.[1];
    if (version) return version;
  }
  return undefined;
}

/** Where a connection to a host really ended, and whether its certificate was vouched for. */
export interface ConnectionRecord {
  readonly address: string;
  readonly verified: boolean;
}

// On the global object: what was connected before is used again, whichever copy of this module asks.
const key = Symbol.for('agent-tools-conformance.reached');
const store = globalThis as { [key]?: Map<string, ConnectionRecord> };

/**
 * Notes from now on, for good, which address each host of this thread's connections turned out to be. A name may lead anywhere: to
 * this machine by its file of hosts, to a server that only a certificate of somebody's own vouches for.
 *
 * @returns what is known of a host; `undefined` where no connection to it was seen
 */
export function watchConnections(): (host: string) => ConnectionRecord | undefined {
  store[key] ??= watched();
  const reached = store[key];
  return (host) => reached.get(host.toLowerCase());
}

function watched(): Map<string, ConnectionRecord> {
  const reached = new Map<string, ConnectionRecord>();
  const connect = Socket.prototype.connect as (this: Socket, ...args: unknown[]) => Socket;
  Socket.prototype.connect = function noting(this: Socket, ...args: unknown[]): Socket {
    const host = hostOf(args);
    const isTls = this instanceof TLSSocket;
    if (host !== undefined) {
      this.once(isTls ? 'secureConnect' : 'connect', () => {
        const verified = isTls && (this as TLSSocket).authorized;
        reached.set(host.toLowerCase(), { address: this.remoteAddress ?? '', verified });
      });
    }
    return connect.apply(this, args);
  } as typeof Socket.prototype.connect;
  return reached;
}

/** The host of a call of `connect`, which node:net calls with the list of its own arguments. */
function hostOf(args: readonly unknown[]): string | undefined {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const host = typeof first === 'object' && first !== null ? (first as { host?: unknown }).host : second;
  return typeof host === 'string' ? host : undefined;
}
