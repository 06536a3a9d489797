import { STATUS_CODES } from 'node:http';
import { bytesOf, collapseBody, expandBody } from './body.ts';
import type { Cassette, CassetteEntry } from './cassette.ts';
import { type Headers, type HttpRequest, type HttpResponse, headerOf } from './exchange.ts';
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
 * @throws {HarContradiction} a body is given twice, a live recording has no day, derived members disagree.
 */
export function fromHar({ log }: CassetteFile, spelled: CassetteFile): Cassette {
  const { evidence, recordedAt } = log._provenance;
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
  checkBody(request.postData, `${pointer}/request/postData`);
  checkBody(response.content, `${pointer}/response/content`);
  if (request.queryString && JSON.stringify(request.queryString) !== JSON.stringify(queryOf(request.url))) {
    throw new HarContradiction(`${pointer}/request/queryString`, "differs from the URL's; leave it out");
  }
  const sent = request.postData && collapseBody(asSpelled(request.postData, spelled?.request.postData));
  const encoding = request.postData?._encoding;
  return {
    request: {
      method: request.method,
      url: request.url,
      headers: headersFromHar(request.headers, sent ? request.postData?.mimeType : ''),
      ...(sent ? { body: { text: sent, ...(encoding ? { encoding } : {}) } } : {}),
    },
    response: {
      status: response.status,
      headers: headersFromHar(response.headers, response.content.mimeType),
      body: {
        text: collapseBody(asSpelled(response.content, spelled?.response.content)),
        ...(response.content.encoding ? { encoding: response.content.encoding } : {}),
      },
    },
    ...(comment === undefined ? {} : { comment }),
  };
}

function checkBody(body: { text?: string; _json?: object; _events?: readonly object[] } | undefined, at: string): void {
  const given = (['text', '_json', '_events'] as const).filter((member) => body?.[member] !== undefined);
  if (given.length > 1) throw new HarContradiction(at, `gives the body ${given.length} times: ${given.join(', ')}`);
}

function asSpelled(plain: HarBody, spelled: HarBody | undefined): HarBody {
  if (plain._json && spelled?._json) return { ...plain, _json: spelled._json };
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
  const { evidence, sources, recordedAt, sdk, apiVersion, note } = cassette.provenance;
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
        note,
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
            ...(body.encoding ? { text: body.text, _encoding: body.encoding } : expandBody(body.text, mimeType)),
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
      ...(body.encoding ? { text: body.text, encoding: body.encoding } : expandBody(body.text, mimeType)),
    } as HarEntry['response']['content'],
    redirectURL: headerOf(response, 'location') ?? '',
    headersSize: -1,
    bodySize: size,
  };
}

const headersToHar = (headers: Headers): HarPair[] => headers.map(([name, value]) => ({ name, value }));

const queryOf = (url: string): HarPair[] => [...new URL(url).searchParams].map(([name, value]) => ({ name, value }));
