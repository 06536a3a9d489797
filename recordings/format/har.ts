import { STATUS_CODES } from 'node:http';
import { bytesOf } from './body.ts';
import type { Cassette } from './cassette.ts';
import { type Body, type Headers, type HttpRequest, type HttpResponse, headerOf } from './exchange.ts';

/** A cassette for other tools: HAR 1.2 and nothing besides. */
export interface Har {
  readonly log: { readonly comment: string; readonly entries: readonly object[] } & Readonly<Record<string, unknown>>;
}

/** What HAR has no member for: that the text of a request stands for bytes. */
export const base64Comment = 'text is base64';

/**
 * What was recorded by one transport as HAR 1.2: bodies as text, or base64 where they are none, and where it comes from as the comment
 * of the log. Times and sizes that nobody measured are there because HAR demands them.
 *
 * @param name what it is of, as the comment names it
 */
export function toHar(cassette: Cassette, name: string): Har {
  const day = cassette.provenance.recordedAt ?? '1970-01-01';
  return {
    log: {
      version: '1.2',
      creator: { name: 'agent-tools-conformance', version: '1' },
      entries: cassette.entries.map(({ request, response, comment }) => ({
        startedDateTime: `${day}T00:00:00.000Z`,
        time: 0,
        request: requestOf(request),
        response: responseOf(response),
        cache: {},
        timings: { send: 0, wait: 0, receive: 0 },
        ...(comment === undefined ? {} : { comment }),
      })),
      comment: commentOf(cassette, name),
    },
  };
}

function requestOf(request: HttpRequest): object {
  const { method, url, headers, body } = request;
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairsOf(headers),
    queryString: pairsOf([...new URL(url).searchParams]),
    ...(body ? { postData: { mimeType: headerOf(request, 'content-type') ?? '', ...sentText(body) } } : {}),
    headersSize: -1,
    bodySize: body ? bytesOf(body).length : 0,
  };
}

function responseOf(response: HttpResponse): object {
  const { status, headers, body } = response;
  const size = bytesOf(body).length;
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairsOf(headers),
    content: { size, mimeType: headerOf(response, 'content-type') ?? '', ...body },
    redirectURL: headerOf(response, 'location') ?? '',
    headersSize: -1,
    bodySize: size,
  };
}

const pairsOf = (headers: Headers): object[] => headers.map(([name, value]) => ({ name, value }));

const sentText = ({ text, encoding }: Body): object => ({ text, ...(encoding ? { comment: base64Comment } : {}) });

function commentOf({ provenance }: Cassette, name: string): string {
  const { evidence, sources, recordedAt, sdk, apiVersion, model, region, note, importedFrom = [] } = provenance;
  const lines = [
    `${name}, a cassette of agent-tools-conformance.`,
    `Evidence: ${evidence}${recordedAt === undefined ? '' : `, recorded on ${recordedAt}`}.`,
    ...(sdk === undefined ? [] : [`Sent by ${sdk}.`]),
    ...(apiVersion === undefined ? [] : [`API version ${apiVersion}.`]),
    ...(model === undefined ? [] : [`Model ${model}${region === undefined ? '' : ` in ${region}`}.`]),
    ...sources.map(({ title, url }) => `Source: ${title}${url === undefined ? '' : `, ${url}`}.`),
    ...importedFrom.map(({ format, file, sha256 }) => `Imported from ${file} (${format}, SHA-256 ${sha256}).`),
    note,
  ];
  return lines.join('\n');
}
