/** Events and frames, as a body lists them, and how they are put into a stream. Pure. */
import { isJsonObject, type Json } from '../../files/canonical-json.ts';
import type { HttpResponse } from '../format/exchange.ts';
import { type Part, partsOf, withParts, withPieces } from './answer.ts';

/** One event of Server-Sent Events, or one frame of AWS, as a body lists it. */
export type Piece = object;

/** An event; without a type, where it has none. */
export const event = (data: object, type?: string): Piece => ({ ...(type === undefined ? {} : { event: type }), data });

/** A frame that holds JSON; without any, one that says everything in its headers. */
export const frame = (headers: Readonly<Record<string, string>>, json?: object): Piece => ({
  headers: [...Object.entries(headers), ...(json ? [[':content-type', 'application/json']] : [])],
  ...(json ? { json } : { text: '' }),
});

/** A frame of an event of AWS. */
export const eventFrame = (type: string, json: object): Piece =>
  frame({ ':event-type': type, ':message-type': 'event' }, json);

/** What is put behind a part of a stream: nothing, or pieces. */
export type Behind = (part: Part) => readonly Piece[];

/**
 * A stream with more in it. Nothing comes behind its last part: what ends a stream ends it. Numbers that count events count those
 * that were put in as well.
 */
export function withMore(response: HttpResponse, behind: Behind): HttpResponse {
  const parts = new Map(partsOf(response).map((part) => [part.at, part]));
  const last = Math.max(...parts.keys());
  const more = withPieces(response, <T>(piece: T, at: number) => {
    const part = parts.get(at);
    return part && at !== last ? [piece, ...(behind(part) as readonly T[])] : [piece];
  });
  return renumbered(more);
}

/** Events that count themselves do so from the first on. Source: `sequence_number` of `ResponseStreamEvent` of `openai`. */
export function renumbered(response: HttpResponse): HttpResponse {
  const counted = partsOf(response).flatMap(({ at, json }) =>
    isJsonObject(json) && typeof json.sequence_number === 'number' ? [[at, json] as const] : [],
  );
  const again = counted.map(([at, json], i): [number, Json] => [at, { ...json, sequence_number: i }]);
  return again.length === 0 ? response : withParts(response, new Map(again));
}
