/** Changes made to an answer. Pure. */
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import { bodyOf, bytesOf, expandBody } from '../../format/body.ts';
import { type FrameHeader, joinFrames, type ListedFrame } from '../../format/event-stream.ts';
import { type HttpResponse, headerOf } from '../../format/exchange.ts';
import { type Place, withoutLength, withValue } from '../response-parts.ts';
import type { Change, Value } from './mutation.ts';

/** A change that names a place which the answer does not have. */
export class NoSuchPlace extends Error {}

/**
 * An answer with changes made to it, one after the other. Pieces are counted as they were before the first.
 *
 * @throws {NoSuchPlace} a change names a place that is not there, be it because of one before it.
 */
export function changed(response: HttpResponse, changes: readonly Change[]): HttpResponse {
  const { kind, slots } = changes.reduce(afterChange, stateOf(response));
  return joined(response, { kind, pieces: slots.map(writtenPiece) });
}

/** Those of some changes whose places are there when their turn comes. */
export function fitting(response: HttpResponse, changes: readonly Change[]): Change[] {
  let state = stateOf(response);
  return changes.filter((change) => {
    try {
      state = afterChange(state, change);
      return true;
    } catch (error) {
      if (error instanceof NoSuchPlace) return false;
      throw error;
    }
  });
}

/** An answer while it is changed. */
interface State {
  readonly kind: Pieces['kind'];
  readonly slots: readonly Slot[];
}

function stateOf(response: HttpResponse): State {
  const { kind, pieces } = piecesOf(response);
  return { kind, slots: pieces.map((piece, at) => ({ at, piece, raw: [] })) };
}

function afterChange({ kind, slots }: State, change: Change): State {
  const index = slots.findIndex(({ at }) => at === change.piece);
  const slot = slots[index];
  if (!slot) throw new NoSuchPlace(`there is no piece ${change.piece}`);
  return {
    kind,
    slots: isOfPieces(change) ? moved(slots, index, change, kind) : slots.with(index, changedSlot(slot, change, kind)),
  };
}

type ChangeOfPieces = Extract<Change, { readonly do: 'drop-piece' | 'repeat-piece' | 'swap-piece' }>;

const isOfPieces = (change: Change): change is ChangeOfPieces =>
  change.do === 'drop-piece' || change.do === 'repeat-piece' || change.do === 'swap-piece';

function moved(slots: readonly Slot[], index: number, change: ChangeOfPieces, kind: Pieces['kind']): readonly Slot[] {
  if (kind === 'document') throw new NoSuchPlace('a document is one piece');
  const [here, next] = slots.slice(index, index + 2);
  if (change.do === 'drop-piece') return slots.toSpliced(index, 1);
  // What is written once is written once: copies are one object.
  if (change.do === 'repeat-piece' && here) {
    const copy = { ...here, at: -1 };
    return [...slots.slice(0, index + 1), ...Array<Slot>(change.times).fill(copy), ...slots.slice(index + 1)];
  }
  if (!here || !next) throw new NoSuchPlace('there is no piece behind it to be exchanged with');
  return slots.toSpliced(index, 2, next, here);
}

/** A piece while it is changed. */
interface Slot {
  /** Which it was before the first change; -1 of a copy. */
  readonly at: number;
  readonly piece: Piece;
  /** Its JSON, where that was changed: what cannot stand in JSON is a mark in it … */
  readonly json?: Json;
  /** … for which this is written. */
  readonly raw: readonly string[];
}

/** What stands in JSON for what is written in its place; nobody else writes so. */
const mark = (n: number): string => `\u2997mutation ${n}\u2998`;

function changedSlot(slot: Slot, change: Exclude<Change, ChangeOfPieces>, kind: Pieces['kind']): Slot {
  switch (change.do) {
    case 'name-piece':
      return { ...slot, piece: named(slot.piece, change.as, kind) };
    case 'header':
      return { ...slot, piece: withHeader(slot.piece, change) };
    case 'bytes': {
      const data = dataOf(slot);
      const bytes = [data.subarray(0, change.offset), Buffer.from(change.hex, 'hex'), data.subarray(change.offset)];
      return { at: slot.at, piece: bare(slot.piece, Buffer.concat(bytes)), raw: [] };
    }
    default:
      return changedJson(slot, change);
  }
}

/** A piece that is not known to be JSON. */
const bare = ({ json: _, ...piece }: Piece, data: Buffer): Piece => ({ ...piece, data });

function named(piece: Piece, as: string, kind: Pieces['kind']): Piece {
  if (kind === 'document') throw new NoSuchPlace('a document has no name');
  if (!piece.headers) return { ...piece, name: as };
  const headers = piece.headers.map((header) =>
    typeHeaders.includes(header[0]) ? ([header[0], as] as const) : header,
  );
  return { ...piece, name: as, headers };
}

function withHeader(piece: Piece, { name, value }: { readonly name: string; readonly value?: string }): Piece {
  if (!piece.headers) throw new NoSuchPlace('only frames have headers of their own');
  const others = piece.headers.filter((header) => header[0] !== name);
  return { ...piece, headers: value === undefined ? others : [...others, [name, value]] };
}

/** A change of JSON. */
type ChangeOfJson = Extract<Change, { readonly at: unknown }>;

function changedJson(slot: Slot, change: ChangeOfJson): Slot {
  const { piece, json = piece.json, raw } = slot;
  const { at } = change;
  const here = json === undefined ? undefined : valueAt(json, at);
  if (json === undefined || here === undefined) throw new NoSuchPlace(`there is nothing at ${JSON.stringify(at)}`);
  const more: string[] = [];
  const said = (text: string): string => mark(raw.length + more.push(text) - 1);
  const next = (): Json => {
    switch (change.do) {
      case 'put':
        return withValue(json, at, said(writtenValue(change.value)));
      case 'drop':
        return at.length === 0 ? said('') : withValue(json, at, undefined);
      case 'add':
        return withValue(json, at, added(here, change.name, said(writtenValue(change.value))));
      default:
        return withSiblings(json, change, said);
    }
  };
  return { ...slot, json: next(), raw: [...raw, ...more] };
}

function added(here: Json, name: string, value: Json): Json {
  if (Array.isArray(here)) return [...here, value];
  if (!isJsonObject(here)) throw new NoSuchPlace('a member can be added to an object or an array alone');
  return { ...here, [name]: value };
}

/** Changes of an element or a member among the others. */
function withSiblings(
  json: Json,
  change: Exclude<ChangeOfJson, { readonly do: 'put' | 'add' | 'drop' }>,
  said: (text: string) => string,
): Json {
  const { at } = change;
  const last = at.at(-1);
  const holder = valueAt(json, at.slice(0, -1));
  if (last === undefined || holder === undefined) throw new NoSuchPlace('the whole of it stands among nothing');
  const isList = Array.isArray(holder);
  const entries: readonly (readonly [string, Json])[] = Object.entries(holder as JsonObject);
  const index = entries.findIndex(([name]) => name === String(last));
  const [name, value] = entries[index] as readonly [string, Json];
  const next = entries[index + 1];
  const swapped = (): (readonly [string, Json])[] => {
    if (!next) throw new NoSuchPlace('there is nothing behind it to be swapped with');
    return entries.toSpliced(index, 2, [name, next[1]], [next[0], value]);
  };
  const again = (times: number): (readonly [string, Json])[] =>
    Array.from({ length: times }, () => [said(JSON.stringify(name)), value] as const);
  const changedEntries = (): readonly (readonly [string, Json])[] => {
    switch (change.do) {
      case 'swap':
        return swapped();
      case 'double':
        return entries.toSpliced(index + 1, 0, ...again(1));
      case 'repeat':
        // As one mark: a list of hundreds of thousands would be too long to be handed over.
        return entries.with(index, [name, said(Array(change.times).fill(JSON.stringify(value)).join(','))]);
      case 'name':
        if (isList) throw new NoSuchPlace('an element has no name');
        return entries.with(index, [said(JSON.stringify(change.as)), value]);
    }
  };
  const all = changedEntries();
  return withValue(json, at.slice(0, -1), isList ? all.map(([, element]) => element) : Object.fromEntries(all));
}

/** What is at a place; `undefined` where nothing is, nor was it written there. */
function valueAt(json: Json, at: Place['path']): Json | undefined {
  let here: Json | undefined = json;
  for (const step of at) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as JsonObject)[step];
  }
  return here;
}

/** A value as it is written. */
function writtenValue(value: Value): string {
  if ('json' in value) return value.json;
  if ('letters' in value) return `"${'a'.repeat(value.letters)}"`;
  if ('elements' in value) return `[${Array(value.elements).fill(value.of).join(',')}]`;
  if ('arrays' in value) return `${'['.repeat(value.arrays)}[]${']'.repeat(value.arrays)}`;
  return `${'{"a":'.repeat(value.objects)}{}${'}'.repeat(value.objects)}`;
}

function dataOf({ piece, json, raw }: Slot): Buffer {
  if (json === undefined) return piece.data;
  // What is written for a mark may hold marks of changes before it.
  const filled = (text: string): string =>
    text.replaceAll(/"\u2997mutation (\d+)\u2998"/g, (_, n: string) => filled(raw[Number(n)] ?? ''));
  return Buffer.from(filled(JSON.stringify(json)));
}

const written = new WeakMap<Slot, Piece>();

function writtenPiece(slot: Slot): Piece {
  const piece = written.get(slot) ?? bare(slot.piece, dataOf(slot));
  written.set(slot, piece);
  return piece;
}

// Answers as pieces that can be changed byte by byte: a document, the events or the frames of a stream. Pure.

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
const typeHeaders: readonly string[] = [':event-type', ':exception-type'];

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
function joined(response: HttpResponse, { kind, pieces }: Pieces): HttpResponse {
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
