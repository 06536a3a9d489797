import type { ClientSettings } from '../../spec/contract/client.ts';
import type { CassetteEntry, Provenance } from '../format/cassette.ts';
import { headerOf } from '../format/exchange.ts';
import { isLoopback } from '../network-guard/loopback.ts';
import { baseUrlsOf, type ColumnPlaces, exampleUrl, isProvider, ownBaseUrl } from './base-urls.ts';
import type { ConnectionRecord } from './connection-log.ts';

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
