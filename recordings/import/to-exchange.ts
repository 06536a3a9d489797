import { bodyOf } from '../format/body.ts';
import { splitFrames } from '../format/event-stream.ts';
import type { Headers, HttpRequest, HttpResponse } from '../format/exchange.ts';
import { expandJson } from '../format/lossless-json.ts';
import { decompress } from '../transport/decompress.ts';
import { type ForeignExchange, type ForeignHeaders, ForeignProblem, lossMessages } from './foreign-recording.ts';
import { headerIn } from './headers.ts';
import { rawEvents } from './raw-body.ts';

/** An exchange in the project's own terms, its URL still that of the recording. */
export interface ReadExchange {
  /** Its place in the file, from 1. */
  readonly number: number;
  readonly request: HttpRequest | undefined;
  readonly response: HttpResponse;
  readonly losses: readonly string[];
  /** The day it was recorded, `YYYY-MM-DD`, where the recording says so. */
  readonly recordedAt?: string;
  readonly comment?: string;
}

/**
 * Brings an exchange into the project's own terms: names of headers in lower case, compression undone, what is missing filled in.
 *
 * @throws {ForeignProblem} a method, status or URL cannot be, or a body is not compressed as it says.
 */
export function toExchange(exchange: ForeignExchange, number: number): ReadExchange {
  const { request, response, comment } = exchange;
  const sent = request && messageOf(request.headers, request.body ?? Buffer.alloc(0), 'its request');
  const answered = messageOf(response.headers, response.body, 'its answer');
  const guessed = response.headers.length === 0 ? typeOf(response.body) : undefined;
  const headers: Headers =
    guessed === undefined ? answered.headers : [...answered.headers, ['content-type', guessed] as const];
  const isStream = headers.some(([name, value]) => name === 'content-type' && /event-?stream/.test(value));
  const recordedAt = dayOf(exchange.recordedAt ?? headerIn(response.headers, 'date'));
  return {
    number,
    request:
      request && sent
        ? {
            method: methodOf(request.method),
            url: urlOf(request.url),
            headers: sent.headers,
            ...(sent.body.length > 0 ? { body: bodyOf(sent.body) } : {}),
          }
        : undefined,
    response: { status: statusOf(response.status), headers, body: bodyOf(answered.body) },
    losses: [
      ...new Set([
        ...exchange.losses,
        ...(sent?.losses ?? []),
        ...answered.losses,
        ...(guessed === undefined ? [] : [lossMessages.responseHeaders]),
        ...(isStream ? [lossMessages.pieces] : []),
      ]),
    ],
    ...(recordedAt === undefined ? {} : { recordedAt }),
    ...(comment === undefined ? {} : { comment }),
  };
}

/** Times before there was such an API stand for none. */
function dayOf(date: string | undefined): string | undefined {
  const time = Date.parse(date ?? '');
  return time > Date.UTC(2000) && time < Date.UTC(9999) ? new Date(time).toISOString().slice(0, 10) : undefined;
}

interface Message {
  readonly headers: Headers;
  readonly body: Buffer;
  readonly losses: readonly string[];
}

function messageOf(kept: ForeignHeaders, bytes: Buffer, what: string): Message {
  const sendable = kept.filter(([name, value]) => isToken.test(name) && !isControl.test(value));
  const encoding = headerIn(kept, 'content-encoding');
  const undone = undoCompression(bytes, encoding, what);
  return {
    headers: sendable
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => name !== 'content-encoding'),
    body: undone.body,
    losses: [...(sendable.length < kept.length ? [lossMessages.header] : []), ...undone.losses],
  };
}

/** A header's name (RFC 9110, 5.6.2), and what no value may hold. */
const isToken = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const isControl = /[\u0000-\u0008\u000a-\u001f\u007f]/;

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Many recorders undo compression before they keep a body, and leave the header that says it. */
function undoCompression(bytes: Buffer, encoding: string | undefined, what: string): Omit<Message, 'headers'> {
  const said = encoding === undefined || encoding === 'identity' ? undefined : encoding;
  const applied = said ?? (isGzip(bytes) ? 'gzip' : undefined);
  if (applied === undefined || bytes.length === 0) return { body: bytes, losses: [] };
  try {
    return { body: decompress(bytes, applied), losses: [`compression (${applied}) is undone`] };
  } catch (error) {
    if (bodyOf(bytes).encoding === undefined) {
      return { body: bytes, losses: [`compression (${applied}) was undone before it was kept`] };
    }
    throw new ForeignProblem(
      `${what} says that it is ${JSON.stringify(applied)}, and cannot be read: ${(error as Error).message}`,
    );
  }
}

function typeOf(bytes: Buffer): string | undefined {
  const { text, encoding } = bodyOf(bytes);
  if (encoding) return splitFrames(bytes).frames.length > 0 ? 'application/vnd.amazon.eventstream' : undefined;
  if (expandJson(text) ?? expandJson(text.trim())) return 'application/json';
  return rawEvents.recognises(text) ? 'text/event-stream' : undefined;
}

function methodOf(method: string): string {
  const upper = method.toUpperCase();
  if (!/^[A-Z]+$/.test(upper)) throw new ForeignProblem(`its method is ${JSON.stringify(method)}, which is none`);
  return upper;
}

function urlOf(url: string): string {
  const isWhole = /^https?:\/\//i.test(url) && URL.canParse(url);
  const isPath = /^\/(?!\/)/.test(url) && URL.canParse(url, 'https://host');
  if (isWhole || isPath) return url;
  throw new ForeignProblem(`its URL is ${JSON.stringify(url)}, which is not an HTTP URL`);
}

function statusOf(status = 200): number {
  if (status >= 200 && status <= 599) return status;
  throw new ForeignProblem(`its status is ${status}; a response has 200 to 599`);
}
