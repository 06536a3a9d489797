import { escapeRegExp } from '../../lib/escape-regexp.ts';
import type { Operation } from '../../matrix/schema.ts';
import type { CassetteEntry } from '../format/cassette.ts';
import type { HttpRequest, WireTransport } from '../format/exchange.ts';
import { messageWithoutSecrets } from '../scrub/known-secrets.ts';
import { redacted } from '../scrub/name-rules.ts';
import { scrubRequest, scrubResponse } from '../scrub/scrub.ts';
import { exampleUrl, namesIn, type ReplayNames } from '../transport/base-urls.ts';
import { classify } from '../transport/match-request.ts';
import type { LeftOut } from './data-format.ts';
import type { ForeignRecording } from './detect-format.ts';
import { lossMessages } from './foreign-recording.ts';
import type { ReadExchange } from './to-exchange.ts';

/** What of a column decides how exchanges are taken. */
export interface ImportColumn extends ProviderBaseUrls {
  readonly operations: readonly Operation[];
}

/** An exchange that is an operation of the column, scrubbed and at the column's own base URL. */
export interface ColumnExchange {
  readonly number: number;
  readonly operation: Operation;
  readonly transport: WireTransport;
  readonly entry: CassetteEntry;
  readonly losses: readonly string[];
}

/** A recording as exchanges of one provider API. */
export interface ColumnExchanges {
  readonly exchanges: readonly ColumnExchange[];
  readonly leftOut: readonly LeftOut[];
}

/** Takes a recording as one of a provider API. What is no operation of it is left out. */
export function forColumn(
  { exchanges, leftOut }: Pick<ForeignRecording, 'exchanges' | 'leftOut'>,
  column: ImportColumn,
): ColumnExchanges {
  const asked = exchanges.map((exchange) => ({ exchange, ...requestOf(exchange, column) }));
  const secrets = secretsSent(asked.flatMap(({ request }) => request ?? []));
  const taken: ColumnExchange[] = [];
  const notTaken: LeftOut[] = [...leftOut];
  for (const { exchange, request, losses } of asked) {
    const { number, response, comment } = exchange;
    if (!request) {
      notTaken.push({ number, reason: 'this provider API has no operation whose answer comes so' });
      continue;
    }
    const scrubbed = scrubRequest(messageWithoutSecrets(request, secrets));
    const found = classify(scrubbed, column.operations, exampleUrl(column.baseUrl));
    if ('reason' in found) {
      notTaken.push({ number, reason: found.reason });
      continue;
    }
    const entry = {
      request: scrubbed,
      response: scrubResponse(messageWithoutSecrets(response, secrets)),
      ...(comment === undefined ? {} : { comment }),
    };
    taken.push({ number, ...found, entry, losses: [...exchange.losses, ...losses] });
  }
  return { exchanges: taken, leftOut: notTaken.toSorted((a, b) => a.number - b.number) };
}

interface Asked {
  readonly request: HttpRequest | undefined;
  readonly losses: readonly string[];
}

function requestOf({ request, response }: ReadExchange, column: ImportColumn): Asked {
  if (!request) return { request: imagined(response.headers, column), losses: [] };
  const { url, stranger } = rebaseUrl(request.url, column);
  const moved = stranger === undefined ? [] : [`the host was ${stranger}, which is not the provider's`];
  return { request: { ...request, url }, losses: request.url.startsWith('/') ? [lossMessages.host] : moved };
}

/** A request that asks for such an answer, and says nothing else: of the first operation that has the choice, or whose answers come so. */
function imagined(headers: ReadExchange['response']['headers'], column: ImportColumn): HttpRequest | undefined {
  const type = headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  const transport = transportOf(type);
  const fitting = column.operations.filter(({ transports }) => transports.includes(transport));
  const operation = fitting.find(({ transports }) => transports.length > 1) ?? fitting[0];
  if (!operation) return undefined;
  const { body: member, query, pathSuffix: suffix = '' } = (transport !== 'json' && operation.streamWhen) || {};
  const pathSuffix = member === undefined ? suffix : '';
  const paths = operation.urlTemplates.map((template) => template.replaceAll(/\{([^}]*)\}/g, '$1'));
  const path = paths.find((each) => transport === 'json' || each.endsWith(pathSuffix)) ?? `${paths[0]}${pathSuffix}`;
  return {
    method: operation.method,
    url: rebaseUrl(`${path}${query === undefined ? '' : `?${query}`}`, column).url,
    headers: [['content-type', 'application/json']],
    body: { text: JSON.stringify(member === undefined ? {} : { [member]: true }) },
  };
}

function transportOf(type: string): WireTransport {
  if (type.startsWith('text/event-stream')) return 'sse';
  return type.startsWith('application/vnd.amazon.eventstream') ? 'eventstream' : 'json';
}

/** Exchanges that belong into one cassette, of the transport that the first operation with a choice is asked for by. */
export interface TransportGroup {
  /** Absent where no operation has a choice. */
  readonly transport: WireTransport | undefined;
  readonly exchanges: readonly ColumnExchange[];
}

/** Parts exchanges by transport. Those of operations that have no choice belong to each. */
export function byTransport(exchanges: readonly ColumnExchange[]): readonly TransportGroup[] {
  const hasChoice = ({ operation }: ColumnExchange) => operation.transports.length > 1;
  const transports = new Set(exchanges.filter(hasChoice).map(({ transport }) => transport));
  if (transports.size === 0) return [{ transport: undefined, exchanges }];
  return [...transports].map((transport) => ({
    transport,
    exchanges: exchanges.filter((exchange) => !hasChoice(exchange) || exchange.transport === transport),
  }));
}

/**
 * What requests prove who calls with: whatever scrubbing takes out of their headers and their addresses. A server may repeat it where no rule
 * looks for it. What the recorder already put in its place is no secret, and may stand anywhere.
 */
function secretsSent(requests: readonly HttpRequest[]): string[] {
  const found = requests.flatMap((request) => {
    const clean = scrubRequest(request);
    const taken = new Set(clean.headers.filter(([, value]) => value === redacted).map(([name]) => name));
    const inHeaders = request.headers.filter(([name]) => taken.has(name)).map(([, value]) => value);
    const parameters = new URL(clean.url).searchParams;
    const inUrl = [...new URL(request.url).searchParams].filter(([name]) => parameters.get(name) === redacted);
    return [...inHeaders.map(withoutScheme), ...inUrl.map(([, value]) => value)];
  });
  return [...new Set(found)].filter(looksDrawn);
}

const withoutScheme = (value: string): string => value.replace(/^(?:bearer|basic|key)\s+/i, '');

/** Long, and of letters and digits: no word of a recorder, such as `Sanitized` or `<TOKEN>`. */
const looksDrawn = (value: string): boolean =>
  value.length >= 16 && /\d/.test(value) && /[a-z]/i.test(value) && !/[<>\s]/.test(value);

/** The places of a column: its own base URL, those of its variants, and endpoints beside. Placeholders stand in braces. */
export interface ProviderBaseUrls {
  readonly baseUrl: string;
  readonly endpoints?: Readonly<Record<string, string>>;
  /** What stands for placeholders in replay. */
  readonly recording?: ReplayNames;
  readonly surfaces: readonly { readonly baseUrl?: string; readonly recording?: ReplayNames }[];
}

/** A URL as it would be at the column's own place. */
export interface AtHome {
  readonly url: string;
  /** The host that it was at, where that is none of the provider's. */
  readonly stranger?: string;
}

/**
 * Moves a URL to the column's own place. What belongs to an account there becomes what stands for it in replay. Of another host, which may
 * be a proxy, only the path is kept; a path alone is at home.
 *
 * @param url whole, or from the path on
 */
export function rebaseUrl(url: string, column: ProviderBaseUrls): AtHome {
  const places = ownPlaces(column);
  const origin = new URL(places[0].becomes).origin;
  if (url.startsWith('/')) return { url: origin + url };
  const asked = new URL(url);
  const rest = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
  const whole = asked.origin + (rest.startsWith('/') ? rest : `/${rest}`);
  for (const { pattern, becomes } of places) {
    const found = pattern.exec(whole)?.[0];
    if (found !== undefined) return { url: becomes + whole.slice(found.length) };
  }
  return { url: origin + whole.slice(asked.origin.length), stranger: asked.host };
}

interface Place {
  readonly pattern: RegExp;
  readonly becomes: string;
}

function ownPlaces({ baseUrl, endpoints = {}, recording, surfaces }: ProviderBaseUrls): [Place, ...Place[]] {
  const variants = surfaces.flatMap((surface) => (surface.baseUrl ? placeOf(surface.baseUrl, surface.recording) : []));
  return [
    placeOf(baseUrl, recording),
    ...Object.values(endpoints).map((endpoint) => placeOf(endpoint, recording)),
    ...variants,
  ];
}

/** Placeholders stand for one label of a host, or one step of a path. */
function placeOf(baseUrl: string, recording?: ReplayNames): Place {
  const literals = baseUrl.split(/\{[^}]*\}/).map(escapeRegExp);
  return {
    pattern: new RegExp(`^${literals.join('[^/?#.]+')}(?=[/?#]|$)`, 'i'),
    becomes: exampleUrl(baseUrl, namesIn(recording)),
  };
}
