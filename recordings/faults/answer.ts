/** Answers taken apart into the JSON that they are made of, and put together again. Pure. */
import { isJsonObject, type Json } from '../../files/canonical-json.ts';
import { bodyOf as bytesAsBody, bytesOf, collapseBody, expandBody, type ListedBody } from '../format/body.ts';
import { type HttpResponse, headerOf } from '../format/exchange.ts';

/** JSON of an answer: its whole body, the data of one event, the payload of one frame. */
export interface Part {
  /** What an event or a frame calls itself; empty where it does not, and of a whole body. */
  readonly name: string;
  /** Which event or frame it is, from 0. */
  readonly at: number;
  readonly json: Json;
}

/** The parts of an answer that are JSON, in order. */
export function partsOf(response: HttpResponse): readonly Part[] {
  const body = bodyOf(response);
  if (body.json !== undefined) return [{ name: '', at: 0, json: body.json as Json }];
  if (body.frames) return body.frames.flatMap((frame, at) => partOf(nameOfFrame(frame), at, frame.json));
  return (body.events ?? []).flatMap((event, at) => partOf(event.event ?? '', at, event.data));
}

/** An answer whose JSON at a place is another one. */
export const withPart = (response: HttpResponse, at: number, json: Json): HttpResponse =>
  withParts(response, new Map([[at, json]]));

/** An answer with other JSON at some places. */
export function withParts(response: HttpResponse, parts: ReadonlyMap<number, Json>): HttpResponse {
  const body = bodyOf(response);
  if (body.json !== undefined) {
    const json = parts.get(0);
    return json === undefined ? response : withBody(response, isListed(json) ? { ...body, json } : textOf(json));
  }
  const changed = <T>(pieces: readonly T[], change: (piece: T, json: Json) => T): T[] =>
    pieces.map((piece, at) => {
      const json = parts.get(at);
      return json === undefined ? piece : change(piece, json);
    });
  if (body.frames) {
    const frames = changed(body.frames, ({ headers }, json) => ({
      headers,
      ...(isListed(json) ? { json } : textOf(json)),
    }));
    return withBody(response, { ...body, frames });
  }
  const events = changed(body.events ?? [], (event, json) => ({
    ...event,
    data: isListed(json) ? json : textOf(json).text,
  }));
  return withBody(response, { ...body, events });
}

/** An answer of which only the first bytes came. */
export const firstBytes = (response: HttpResponse, length: number): HttpResponse => ({
  ...response,
  headers: withoutLength(response),
  body: bytesAsBody(bytesOf(response.body).subarray(0, length)),
});

/** What a header says of a length holds no longer. */
export const withoutLength = ({ headers }: HttpResponse): HttpResponse['headers'] =>
  headers.filter(([name]) => name !== 'content-length');

const isListed = (json: unknown): json is object & Json => typeof json === 'object' && json !== null;

/** What is no object or array is kept as the text that it is written as. */
const textOf = (json: Json) => ({ text: JSON.stringify(json) });

/** How many events or frames an answer has; `undefined` where it is no stream. */
export const lengthOf = (response: HttpResponse): number | undefined => {
  const { events, frames } = bodyOf(response);
  return (events ?? frames)?.length;
};

/** A stream with other events or frames: `choose` says for each what stands in its place. */
export function withPieces(response: HttpResponse, choose: <T>(piece: T, at: number) => readonly T[]): HttpResponse {
  const body = bodyOf(response);
  if (body.frames) return withBody(response, { ...body, frames: body.frames.flatMap(choose) });
  return withBody(response, { ...body, events: (body.events ?? []).flatMap(choose) });
}

/** Bodies taken apart: hundreds of faults may be made of one. */
const expanded = new WeakMap<HttpResponse, ListedBody>();

function bodyOf(response: HttpResponse): ListedBody {
  const body = expanded.get(response) ?? expandBody(response.body, headerOf(response, 'content-type') ?? '');
  expanded.set(response, body);
  return body;
}

const withBody = (response: HttpResponse, body: ListedBody): HttpResponse => ({
  ...response,
  headers: withoutLength(response),
  body: collapseBody(body),
});

const partOf = (name: string, at: number, json: unknown): Part[] => (isListed(json) ? [{ name, at, json }] : []);

const typeHeaders = [':event-type', ':exception-type'];

function nameOfFrame({ headers }: { readonly headers: readonly (readonly unknown[])[] }): string {
  const found = headers.find(([name]) => typeHeaders.includes(String(name)));
  return String(found?.[1] ?? '');
}

/** What a part is, for people and to tell shapes apart: the name of its event, or its own `type`. */
export const kindOf = ({ name, json }: Part): string =>
  name || (isJsonObject(json) && typeof json.type === 'string' ? json.type : '');
