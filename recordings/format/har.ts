import { STATUS_CODES } from 'node:http';
import { bytesOf, collapseBody, expandBody } from './body.ts';
import type { Cassette, CassetteEntry } from './cassette.ts';
import { type Body, type Headers, type HttpRequest, type HttpResponse, headerOf } from './exchange.ts';
import type { CassetteFile, HarBody, HarEntry, HarPair } from './schema.ts';

/** A contradiction inside a file that its schema cannot express: a JSON pointer, and what is wrong there. */
export class HarContradiction extends Error {
  override readonly name = 'HarContradiction';
  readonly pointer: string;

  constructor(pointer: string, message: string) {
    super(message);
    this.pointer = pointer;
  }
}

/**
 * A cassette file as cassette.
 *
 * @param spelled the same file read by `parseFaithful`: the bodies come from there, everything else from `file`.
 * @throws {HarContradiction} a body is given twice, a live recording has no day or was imported, derived members disagree.
 */
export function fromHar({ log }: CassetteFile, spelled: CassetteFile): Cassette {
  const { evidence, recordedAt, importedFrom } = log._provenance;
  if (evidence === 'live' && importedFrom) {
    throw new HarContradiction(
      '/log/_provenance',
      'says "live" and "importedFrom": what others recorded is documented',
    );
  }
  if (evidence === 'live' && recordedAt === undefined) {
    throw new HarContradiction('/log/_provenance', 'says "live" and lacks "recordedAt": a live recording has a day');
  }
  return {
    provenance: log._provenance,
    entries: log.entries.map((entry, index) =>
      entryFromHar(entry, spelled.log.entries[index], `/log/entries/${index}`),
    ),
  };
}

function entryFromHar(entry: HarEntry, spelled: HarEntry | undefined, pointer: string): CassetteEntry {
  const { request, response, comment } = entry;
  if (request.queryString && JSON.stringify(request.queryString) !== JSON.stringify(queryOf(request.url))) {
    throw new HarContradiction(`${pointer}/request/queryString`, "differs from the URL's; leave it out");
  }
  const { postData } = request;
  const { content } = response;
  const sent =
    postData && bodyFromHar(postData, spelled?.request.postData, postData._encoding, `${pointer}/request/postData`);
  return {
    request: {
      method: request.method,
      url: request.url,
      headers: headersFromHar(request.headers, sent?.text ? postData?.mimeType : ''),
      ...(sent?.text ? { body: sent } : {}),
    },
    response: {
      status: response.status,
      headers: headersFromHar(response.headers, content.mimeType),
      body: bodyFromHar(content, spelled?.response.content, content.encoding, `${pointer}/response/content`),
    },
    ...(comment === undefined ? {} : { comment }),
  };
}

/** @throws {HarContradiction} the body is given twice, or cannot be. */
function bodyFromHar(plain: HarBody, spelled: HarBody | undefined, encoding: 'base64' | undefined, at: string): Body {
  const given = (['text', '_json', '_events', '_frames'] as const).filter((member) => plain[member] !== undefined);
  if (given.length > 1) throw new HarContradiction(at, `gives the body ${given.length} times: ${given.join(', ')}`);
  if (encoding && plain.text === undefined) {
    throw new HarContradiction(at, `says that "text" is ${encoding}, and gives ${given[0] ?? 'no text'}`);
  }
  try {
    return collapseBody(asSpelled(plain, spelled), encoding);
  } catch (error) {
    throw new HarContradiction(`${at}/_frames`, `cannot be written: ${(error as Error).message}`);
  }
}

function asSpelled(plain: HarBody, spelled: HarBody | undefined): HarBody {
  if (plain._json && spelled?._json) return { ...plain, _json: spelled._json };
  if (plain._frames) {
    const frames = plain._frames.map((frame, index) => {
      const json = spelled?._frames?.[index]?.json;
      return frame.json && json ? { ...frame, json } : frame;
    });
    return { ...plain, _frames: frames };
  }
  const events = plain._events?.map((event, index) => {
    const data = spelled?._events?.[index]?.data;
    return typeof event.data === 'object' && data !== undefined ? { ...event, data } : event;
  });
  return events ? { ...plain, _events: events } : plain;
}

/** Lower-case names; what a hand-written cassette says as MIME type only becomes the header it is. */
function headersFromHar(pairs: readonly HarPair[] | undefined, mimeType: string | undefined): Headers {
  const headers = (pairs ?? []).map(({ name, value }) => [name.toLowerCase(), value] as const);
  const typed = !mimeType || headers.some(([name]) => name === 'content-type');
  return typed ? headers : [...headers, ['content-type', mimeType] as const];
}

/** A cassette as file, complete and with members in a fixed order: equal cassettes give equal files. */
export function toHar(cassette: Cassette): CassetteFile {
  const { evidence, sources, recordedAt, sdk, apiVersion, model, region, note, importedFrom } = cassette.provenance;
  const day = recordedAt ?? '1970-01-01';
  return {
    log: {
      version: '1.2',
      creator: { name: 'agent-tools-conformance', version: '1' },
      _provenance: {
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
      },
      entries: cassette.entries.map(({ request, response, comment }) => ({
        startedDateTime: `${day}T00:00:00.000Z`,
        time: 0,
        request: requestToHar(request),
        response: responseToHar(response),
        cache: {},
        timings: { send: 0, wait: 0, receive: 0 },
        ...(comment === undefined ? {} : { comment }),
      })),
    },
  };
}

function requestToHar(request: HttpRequest): HarEntry['request'] {
  const mimeType = headerOf(request, 'content-type') ?? '';
  const { body } = request;
  return {
    method: request.method,
    url: request.url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headersToHar(request.headers),
    queryString: queryOf(request.url),
    ...(body
      ? {
          postData: {
            mimeType,
            ...bodyToHar(body, mimeType, '_encoding'),
          } as NonNullable<HarEntry['request']['postData']>,
        }
      : {}),
    headersSize: -1,
    bodySize: body ? bytesOf(body).length : 0,
  };
}

function responseToHar(response: HttpResponse): HarEntry['response'] {
  const mimeType = headerOf(response, 'content-type') ?? '';
  const { body } = response;
  const size = bytesOf(body).length;
  return {
    status: response.status,
    statusText: STATUS_CODES[response.status] ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headersToHar(response.headers),
    content: {
      size,
      mimeType,
      ...bodyToHar(body, mimeType, 'encoding'),
    } as HarEntry['response']['content'],
    redirectURL: headerOf(response, 'location') ?? '',
    headersSize: -1,
    bodySize: size,
  };
}

function bodyToHar(body: Body, mimeType: string, encodingMember: string): HarBody {
  const expanded = expandBody(body, mimeType);
  return expanded.text !== undefined && body.encoding ? { ...expanded, [encodingMember]: body.encoding } : expanded;
}

const headersToHar = (headers: Headers): HarPair[] => headers.map(([name, value]) => ({ name, value }));

const queryOf = (url: string): HarPair[] => [...new URL(url).searchParams].map(([name, value]) => ({ name, value }));
