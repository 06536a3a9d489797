import { compactJson } from '../../lib/canonical-json.ts';
import { assertSchema, pointerLocation } from '../../lib/data-file.ts';
import { parseJsonSpelled } from '../../lib/parse-json-yaml.ts';
import { UserError } from '../../lib/user-error.ts';
import { collapseBody, expandBody, type ListedBody } from './body.ts';
import {
  type CassetteEntry,
  type CassetteFile,
  CassetteFileSchema,
  type Cassettes,
  type ListedExchange,
  type ListedHeaders,
  type ListedRecording,
  type Provenance,
  transports,
} from './cassette.ts';
import { type Body, type Headers, headerOf } from './exchange.ts';
import { parseFaithful } from './lossless-json.ts';

/** A contradiction inside a file that its schema cannot express: a JSON pointer, and what is wrong there. */
class Contradiction extends Error {
  readonly pointer: string;

  constructor(pointer: string, message: string) {
    super(message);
    this.pointer = pointer;
  }
}

/**
 * What the text of a cassette file holds.
 *
 * @param path only for the messages
 * @throws {UserError} malformed or truncated, a body is given twice, a live recording has no day or was imported; the message names
 * file, line and column.
 */
export function parseCassettes(text: string, path: string): Cassettes {
  const { value, isUsual } = parseJsonSpelled(text, path, 'cassette');
  const file = assertSchema(value, CassetteFileSchema, 'cassette', (pointer) => pointerLocation(text, path, pointer));
  // Numbers and escapes of bodies are kept as they are spelled.
  const spelled = isUsual ? file : (parseFaithful(text) as CassetteFile);
  try {
    return cassettesIn(file, spelled);
  } catch (error) {
    if (!(error instanceof Contradiction)) throw error;
    throw new UserError(`${error.pointer} ${error.message}`.trimStart(), {
      where: pointerLocation(text, path, error.pointer),
    });
  }
}

/** @param spelled the same file read by {@link parseFaithful}: the bodies come from there, everything else from `file`. */
function cassettesIn(file: CassetteFile, spelled: CassetteFile): Cassettes {
  demandProvenance(file.provenance, '/provenance');
  const found: { -readonly [T in keyof Cassettes]: Cassettes[T] } = {};
  for (const transport of transports) {
    const own = file[transport];
    if (!own) continue;
    const at = `/${transport}`;
    if (own.provenance) demandProvenance(own.provenance, `${at}/provenance`);
    found[transport] = {
      provenance: own.provenance ?? file.provenance,
      entries: own.exchanges.map((exchange, i) =>
        entryOf(exchange, own.defaultHeaders, spelled[transport]?.exchanges[i], `${at}/exchanges/${i}`),
      ),
    };
  }
  if (Object.keys(found).length === 0) throw new Contradiction('', `the file has no member ${transports.join(', ')}`);
  return found;
}

/** @throws {Contradiction} it cannot be. */
function demandProvenance({ evidence, recordedAt, importedFrom }: Provenance, at: string): void {
  if (evidence !== 'live') return;
  if (importedFrom) {
    throw new Contradiction(at, 'has the evidence "live" and "importedFrom": imported recordings are "documented"');
  }
  if (recordedAt === undefined) {
    throw new Contradiction(at, 'has the evidence "live" without "recordedAt": a live recording needs its date');
  }
}

function entryOf(
  { request, response, comment }: ListedExchange,
  defaultHeaders: ListedRecording['defaultHeaders'],
  spelled: ListedExchange | undefined,
  at: string,
): CassetteEntry {
  const sent = bodyIn(request, spelled?.request, `${at}/request`);
  return {
    request: {
      method: request.method,
      url: request.url,
      headers: headersIn(request.headers ?? defaultHeaders?.request),
      ...(sent.text ? { body: sent } : {}),
    },
    response: {
      status: response.status,
      headers: headersIn(response.headers ?? defaultHeaders?.response),
      body: bodyIn(response, spelled?.response, `${at}/response`),
    },
    ...(comment === undefined ? {} : { comment }),
  };
}

/** @throws {Contradiction} the body is given twice, or cannot be. */
function bodyIn(plain: ListedBody, spelled: ListedBody | undefined, at: string): Body {
  const given = (['json', 'events', 'frames', 'text', 'base64'] as const).filter((name) => plain[name] !== undefined);
  if (given.length > 1) throw new Contradiction(at, `has ${given.length} bodies, not one: ${given.join(', ')}`);
  try {
    return collapseBody(plain === spelled ? plain : asSpelled(plain, spelled));
  } catch (error) {
    throw new Contradiction(`${at}/frames`, `cannot be written: ${(error as Error).message}`);
  }
}

function asSpelled(plain: ListedBody, spelled: ListedBody | undefined): ListedBody {
  const frames = plain.frames?.map((frame, i) => {
    const json = spelled?.frames?.[i]?.json;
    return frame.json && json ? { ...frame, json } : frame;
  });
  const events = plain.events?.map((event, i) => {
    const data = spelled?.events?.[i]?.data;
    return typeof event.data === 'object' && data !== undefined ? { ...event, data } : event;
  });
  const json = plain.json && (spelled?.json ?? plain.json);
  return { ...plain, ...(json ? { json } : {}), ...(frames ? { frames } : {}), ...(events ? { events } : {}) };
}

/** Names are in lower case. */
function headersIn(listed: ListedHeaders = {}): Headers {
  const pairs = isPairs(listed)
    ? listed
    : Object.entries(listed).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value] as const] : value.map((each) => [name, each] as const),
      );
  return pairs.map(([name, value]) => [name.toLowerCase(), value] as const);
}

const isPairs = (listed: ListedHeaders): listed is Extract<ListedHeaders, readonly unknown[]> => Array.isArray(listed);

/** The text of a cassette file, with members in a fixed order: equal cassettes give equal bytes. */
export function serializeCassettes(cassettes: Cassettes): string {
  const own = transports.flatMap((transport) => {
    const cassette = cassettes[transport];
    return cassette ? [{ transport, cassette, provenance: listedProvenance(cassette.provenance) }] : [];
  });
  const [first] = own;
  if (!first) throw new Error('a cassette file without a recording');
  const common = JSON.stringify(first.provenance);
  const file = {
    provenance: first.provenance,
    ...Object.fromEntries(
      own.map(({ transport, cassette, provenance }) => [
        transport,
        {
          ...(JSON.stringify(provenance) === common ? {} : { provenance }),
          ...listedExchanges(cassette.entries),
        },
      ]),
    ),
  };
  return compactJson(file);
}

function listedProvenance(provenance: Provenance): Provenance {
  const { evidence, sources, recordedAt, sdk, apiVersion, model, region, note, importedFrom } = provenance;
  return {
    evidence,
    sources: sources.map(({ title, url }) => ({ title, ...(url === undefined ? {} : { url }) })),
    ...(recordedAt === undefined ? {} : { recordedAt }),
    ...(sdk === undefined ? {} : { sdk }),
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(model === undefined ? {} : { model }),
    ...(region === undefined ? {} : { region }),
    note,
    ...(importedFrom
      ? { importedFrom: importedFrom.map(({ format, file, sha256 }) => ({ format, file, sha256 })) }
      : {}),
  };
}

/** Headers that several exchanges have are said once. */
function listedExchanges(entries: readonly CassetteEntry[]): object {
  const [request, response] = (['request', 'response'] as const).map((side) =>
    repeated(entries.map((entry) => listedHeaders(entry[side].headers))),
  );
  const defaults = { ...(request ? { request } : {}), ...(response ? { response } : {}) };
  return {
    ...(Object.keys(defaults).length === 0 ? {} : { defaultHeaders: defaults }),
    exchanges: entries.map((entry) => listedExchange(entry, defaults)),
  };
}

/** The headers that most of several messages have, of equals the first; none where no two have the same. */
function repeated(listed: readonly ListedHeaders[]): ListedHeaders | undefined {
  const groups = Object.values(Object.groupBy(listed, (headers) => JSON.stringify(headers)));
  const [most = []] = groups.toSorted((a = [], b = []) => b.length - a.length);
  const [headers = {}] = most;
  return most.length > 1 && Object.keys(headers).length > 0 ? headers : undefined;
}

function listedExchange(
  { request, response, comment }: CassetteEntry,
  defaults: { readonly request?: ListedHeaders; readonly response?: ListedHeaders },
): object {
  return {
    ...(comment === undefined ? {} : { comment }),
    request: {
      method: request.method,
      url: request.url,
      ...ownHeaders(request.headers, defaults.request),
      ...(request.body ? expandBody(request.body, headerOf(request, 'content-type') ?? '') : {}),
    },
    response: {
      status: response.status,
      ...ownHeaders(response.headers, defaults.response),
      ...(response.body.text === '' ? {} : expandBody(response.body, headerOf(response, 'content-type') ?? '')),
    },
  };
}

/** None where the default ones say it; empty ones where a message has none and the default ones would be taken. */
function ownHeaders(headers: Headers, defaults: ListedHeaders = {}): { readonly headers?: ListedHeaders } {
  const own = listedHeaders(headers);
  return JSON.stringify(own) === JSON.stringify(defaults) ? {} : { headers: own };
}

function listedHeaders(headers: Headers): ListedHeaders {
  const groups = Object.entries(Object.groupBy(headers, ([name]) => name)).map(([name, group = []]) => {
    const values = group.map(([, value]) => value);
    return [name, values.length === 1 ? (values[0] ?? '') : values] as const;
  });
  const listed = Object.fromEntries(groups);
  // An object has its own order of names that are numbers, and keeps those of one name together.
  const isSame = JSON.stringify(headersIn(listed)) === JSON.stringify(headers);
  return isSame ? listed : headers;
}
