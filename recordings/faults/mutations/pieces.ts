/** Answers as pieces that can be changed byte by byte: a document, the events or the frames of a stream. Pure. */
import type { Json } from '../../../files/canonical-json.ts';
import { bodyOf, bytesOf, expandBody } from '../../format/body.ts';
import type { ListedFrame } from '../../format/event-stream.ts';
import { type FrameHeader, joinFrames } from '../../format/event-stream.ts';
import { type HttpResponse, headerOf } from '../../format/exchange.ts';
import { withoutLength } from '../answer.ts';

/** A piece of an answer. */
export interface Piece {
  /** The name of an event, or the text of a frame's type header; empty where it has none. */
  readonly name: string;
  /** What is said around the data of an event. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: readonly FrameHeader[];
  /** What it holds, as it is written. */
  readonly data: Buffer;
  /** The same, where it is JSON. */
  readonly json?: Json;
}

/** An answer in pieces. */
export interface Pieces {
  readonly kind: 'document' | 'events' | 'frames';
  readonly pieces: readonly Piece[];
}

/** Header by which a frame says what it is. */
export const typeHeaders: readonly string[] = [':event-type', ':exception-type'];

const known = new WeakMap<HttpResponse, Pieces>();

/** The pieces of an answer, of which there is at least one unless it is a stream of nothing. */
export function piecesOf(response: HttpResponse): Pieces {
  const pieces = known.get(response) ?? taken(response);
  known.set(response, pieces);
  return pieces;
}

function taken(response: HttpResponse): Pieces {
  const { events, frames } = expandBody(response.body, headerOf(response, 'content-type') ?? '');
  if (frames) return { kind: 'frames', pieces: frames.map(ofFrame) };
  if (!events) return { kind: 'document', pieces: [{ name: '', ...withJson(bytesOf(response.body)) }] };
  const pieces = events.map(({ event = '', comment, id, retry, data = '' }): Piece => {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    const fields = Object.entries({ comment, id, retry }).flatMap(([field, value]) =>
      value === undefined ? [] : [[field, value] as const],
    );
    return { name: event, fields: Object.fromEntries(fields), ...withJson(Buffer.from(text)) };
  });
  return { kind: 'events', pieces };
}

function ofFrame({ headers, json, text, base64 = '' }: ListedFrame): Piece {
  const written = json === undefined ? text : JSON.stringify(json);
  const name = headers.find((header) => typeHeaders.includes(header[0]))?.[1] ?? '';
  const data = written === undefined ? Buffer.from(base64, 'base64') : Buffer.from(written);
  return { name: String(name), headers, ...withJson(data) };
}

function withJson(data: Buffer): Pick<Piece, 'data' | 'json'> {
  try {
    return { data, json: JSON.parse(data.toString()) };
  } catch {
    return { data };
  }
}

/** An answer of the same kind with other pieces. Lengths and checksums hold. */
export function joined(response: HttpResponse, { kind, pieces }: Pieces): HttpResponse {
  return { ...response, headers: withoutLength(response), body: bodyOf(Buffer.concat(writtenAs(kind, pieces))) };
}

function writtenAs(kind: Pieces['kind'], pieces: readonly Piece[]): Buffer[] {
  if (kind === 'document') return pieces.map(({ data }) => data);
  if (kind === 'frames') {
    // Many frames may be the same one.
    const written = new Map<Piece, Buffer>();
    return pieces.map((piece) => {
      const { headers = [], data } = piece;
      const bytes = written.get(piece) ?? joinFrames([{ headers, payload: data }]);
      written.set(piece, bytes);
      return bytes;
    });
  }
  return pieces.map(({ name, fields = {}, data }) => {
    const { comment, ...others } = fields;
    const before = [
      ...(comment === undefined ? [] : [`:${comment}`]),
      ...Object.entries(others).map(([field, value]) => `${field}: ${value}`),
      ...(name === '' ? [] : [`event: ${name}`]),
    ].map((line) => `${line}\n`);
    const lines = data
      .toString('latin1')
      .split('\n')
      .map((line) => `data: ${line}\n`);
    return Buffer.concat([
      Buffer.from(before.join('')),
      ...(data.length === 0 ? [] : [Buffer.from(lines.join(''), 'latin1')]),
      Buffer.from('\n'),
    ]);
  });
}
