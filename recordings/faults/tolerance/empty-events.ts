/** Events that say nothing: signs of life, and deltas of nothing. As each provider API sends them. */
import type { JsonObject } from '../../../lib/canonical-json.ts';
import type { HttpResponse } from '../../format/exchange.ts';
import type { Fault, FaultsOf, RepeatedEvent } from '../fault.ts';
import {
  type JsonPart,
  kindOf,
  lengthOf,
  type Piece,
  partsOf,
  renumbered,
  withParts,
  withPieces,
} from '../response-parts.ts';
import { insertions, membersOf, thingsIn } from './insertions.ts';

/** Texts at these members become empty; `undefined` where there is none of them. */
export function emptied(json: JsonObject, names: readonly string[]): JsonObject | undefined {
  const found = names.filter((name) => typeof json[name] === 'string');
  return found.length === 0 ? undefined : { ...json, ...Object.fromEntries(found.map((name) => [name, ''])) };
}

/** A piece, where there is one. */
export const optional = (piece: Piece | undefined): readonly Piece[] => (piece ? [piece] : []);

/** Whatever says nothing, behind every event where the API may send it. */
export const emptyEventsIn: FaultsOf = (response, operation, { emptyEvents = [] } = {}) =>
  emptyEvents.flatMap(({ what, behind }) =>
    insertions(response, operation, what, (part) => behind(membersOf(part.json), part)),
  );

/** Values that several events have, absent or empty in some of them: the others have them still. */
export const sparseEvents: FaultsOf = (response, operation, { repeatedEvents = [] } = {}) =>
  repeatedEvents.flatMap((repeated) => without(response, operation, repeated, () => [repeated.what]));

/** Events without the indexes of what they tell of: ids say the same. */
export const missingIndexesIn: FaultsOf = (response, operation, { missingIndexes } = {}) =>
  missingIndexes
    ? without(response, operation, missingIndexes, (parts) =>
        thingsIn(parts).map((thing) => `${operation} ${missingIndexes.what} ${thing}`),
      )
    : [];

function without(
  response: HttpResponse,
  operation: string,
  { what, arrives }: RepeatedEvent,
  kinds: (parts: readonly JsonPart[]) => readonly string[],
): readonly Fault[] {
  const parts = lengthOf(response) === undefined ? [] : partsOf(response);
  const all = parts.map(({ json }) => membersOf(json));
  const changed = parts.flatMap((part, i) => {
    const json = all[i] ?? {};
    const now = arrives(json, all);
    return now === json ? [] : [{ part, now }];
  });
  if (changed.length === 0) return [];
  const gone = new Set(changed.flatMap(({ part, now }) => (now === undefined ? [part.at] : [])));
  const others = new Map(changed.flatMap(({ part, now }): [number, JsonObject][] => (now ? [[part.at, now]] : [])));
  return [
    {
      covers: kinds(changed.map(({ part }) => part)),
      what: `the answer to ${operation} is a stream ${what}`,
      asRecorded: true,
      arrives: () => renumbered(withPieces(withParts(response, others), (piece, at) => (gone.has(at) ? [] : [piece]))),
    },
  ];
}

// Events of things that are told beside each other, in another order: each says by a number of what it tells.

/** Things told in turns: they begin in their order and end in their order, and what is between comes alternately. */
export const interleaved: FaultsOf = (response, operation, { laneOf } = {}) => {
  const parts = laneOf ? partsOf(response) : [];
  const told = parts.flatMap((part) => {
    const lane = laneOf?.(membersOf(part.json));
    return lane === undefined ? [] : [{ at: part.at, lane, kind: kindOf(part) }];
  });
  const things = new Set(told.map(({ lane }) => lane)).size;
  if (things < 2) return [];
  const order = inTurn(told);
  const places = told.map(({ at }) => at);
  const moved = new Map(places.map((place, i) => [place, order[i] ?? place]));
  return [
    {
      covers: [...new Set(told.map(({ kind }) => `${operation} ${things} in turns ${kind}`))],
      what: `the answer to ${operation} tells its ${things} parts in turns`,
      asRecorded: true,
      arrives: () => reordered(response, moved),
    },
  ];
};

interface Told {
  readonly at: number;
  readonly lane: number;
}

function inTurn(told: readonly Told[]): number[] {
  const byLane = Map.groupBy(told, ({ lane }) => lane);
  const middles = [...byLane.values()].map((events) => events.slice(0, -1).map(({ at }) => at));
  const rounds = Math.max(...middles.map(({ length }) => length));
  const mixed = Array.from({ length: rounds }, (_, round) => middles.flatMap((middle) => middle[round] ?? [])).flat();
  const lasts = [...byLane.values()].flatMap((events) => events.at(-1)?.at ?? []);
  return [...mixed, ...lasts];
}

/** A stream with other pieces at some places, and numbers that still count. */
function reordered(response: HttpResponse, moved: ReadonlyMap<number, number>): HttpResponse {
  const pieces: unknown[] = [];
  withPieces(response, (piece) => {
    pieces.push(piece);
    return [piece];
  });
  return renumbered(withPieces(response, <T>(piece: T, at: number) => [(pieces[moved.get(at) ?? at] as T) ?? piece]));
}
