/** Answers taken apart into the JSON that they are made of, and put together again. Pure. */
import { isJsonObject, type Json, type JsonObject } from '../../lib/canonical-json.ts';
import { memoize } from '../../lib/memoize.ts';
import { bodyOf as bytesAsBody, bytesOf, collapseBody, expandBody, type ListedBody } from '../format/body.ts';
import { type HttpResponse, headerOf } from '../format/exchange.ts';

/** JSON of an answer: its whole body, the data of one event, the payload of one frame. */
export interface JsonPart {
  /** What an event or a frame calls itself; empty where it does not, and of a whole body. */
  readonly name: string;
  /** Which event or frame it is, from 0. */
  readonly at: number;
  readonly json: Json;
}

/** The parts of an answer that are JSON, in order. */
export function partsOf(response: HttpResponse): readonly JsonPart[] {
  const body = bodyOf(response);
  if (body.json !== undefined) return [{ name: '', at: 0, json: body.json as Json }];
  if (body.frames) return body.frames.flatMap((frame, at) => partOf(nameOfFrame(frame), at, frame.json));
  return (body.events ?? []).flatMap((event, at) => partOf(event.event ?? '', at, event.data));
}

/** The same as a reader has them: how a number is spelled, `1.0` or `1`, says nothing. */
export const readPartsOf = memoize((response: HttpResponse): readonly JsonPart[] =>
  partsOf(response).map((part) => ({ ...part, json: JSON.parse(JSON.stringify(part.json)) as Json })),
);

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
const bodyOf = memoize(
  (response: HttpResponse): ListedBody => expandBody(response.body, headerOf(response, 'content-type') ?? ''),
);

const withBody = (response: HttpResponse, body: ListedBody): HttpResponse => ({
  ...response,
  headers: withoutLength(response),
  body: collapseBody(body),
});

const partOf = (name: string, at: number, json: unknown): JsonPart[] => (isListed(json) ? [{ name, at, json }] : []);

const typeHeaders = [':event-type', ':exception-type'];

function nameOfFrame({ headers }: { readonly headers: readonly (readonly unknown[])[] }): string {
  const found = headers.find(([name]) => typeHeaders.includes(String(name)));
  return String(found?.[1] ?? '');
}

/** What a part is, for people and to tell shapes apart: the name of its event, or its own `type`. */
export const kindOf = ({ name, json }: JsonPart): string =>
  name || (isJsonObject(json) && typeof json.type === 'string' ? json.type : '');

// Places within JSON. Pure.

/** One value within JSON. */
export interface Place {
  readonly path: readonly (string | number)[];
  /** The same for values that stand at the same place of things of the same kind, such as `<text>.citations[].url`. */
  readonly shape: string;
  readonly value: Json;
}

/**
 * Every value within some JSON, the whole one first. Of elements that have one shape, each is given.
 *
 * @param root what the whole of it is, where it does not say so itself
 */
export function placesOf(json: Json, root = ''): Place[] {
  return walk(json, [], root);
}

/** What an object says that it is: then it does not matter where it stands. */
function kindOfObject({ type, object }: JsonObject): string | undefined {
  const said = type ?? object;
  return typeof said === 'string' ? `<${said}>` : undefined;
}

function walk(value: Json, path: Place['path'], shape: string): Place[] {
  const own: Place = { path, shape, value };
  if (Array.isArray(value)) {
    return [own, ...value.flatMap((element: Json, i) => walk(element, [...path, i], `${shape}[]`))];
  }
  if (!isJsonObject(value)) return [own];
  const kind = kindOfObject(value) ?? shape;
  const members = Object.entries(value).flatMap(([name, member]) => walk(member, [...path, name], `${kind}.${name}`));
  return [own, ...members];
}

/** JSON with another value at a place; without it, where there is none. */
export function withValue(json: Json, [first, ...rest]: Place['path'], value: Json | undefined): Json {
  if (first === undefined) return value ?? null;
  if (Array.isArray(json)) {
    const index = Number(first);
    const changed = rest.length === 0 ? value : withValue(json[index] ?? null, rest, value);
    return changed === undefined ? json.toSpliced(index, 1) : json.with(index, changed);
  }
  const object = json as JsonObject;
  if (rest.length === 0 && value === undefined) {
    return Object.fromEntries(Object.entries(object).filter(([name]) => name !== first));
  }
  return { ...object, [first]: rest.length === 0 ? (value as Json) : withValue(object[first] ?? null, rest, value) };
}

/** A path as it is written in messages: `content[0].text`. */
export const written = (path: Place['path']): string =>
  path.map((step, i) => (typeof step === 'number' ? `[${step}]` : `${i === 0 ? '' : '.'}${step}`)).join('');

// Events and frames, as a body lists them, and how they are put into a stream. Pure.

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
export type After = (part: JsonPart) => readonly Piece[];

/**
 * A stream with more in it. Nothing comes behind its last part: what ends a stream ends it. Numbers that count events count those
 * that were put in as well.
 */
export function insertEvents(response: HttpResponse, behind: After): HttpResponse {
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
