/** What is put into answers: more parts of a stream, blocks with numbers, and names that nobody knew. Pure. */
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import type { HttpResponse } from '../../format/exchange.ts';
import type { Fault } from '../fault.ts';
import {
  type After,
  insertEvents,
  type JsonPart,
  kindOf,
  type Piece,
  partsOf,
  renumbered,
  withParts,
  withPieces,
} from '../response-parts.ts';

/**
 * More behind every part of a stream where there can be; where that matters, behind one alone. Nothing, where there can be none.
 *
 * @param what what comes more, as the beginning of "… behind …": `an unknown event`
 */
export function insertions(response: HttpResponse, operation: string, what: string, behind: After): Fault[] {
  const places = partsOf(response)
    .slice(0, -1)
    .filter((part) => behind(part).length > 0);
  if (places.length === 0) return [];
  const at = (only: ReadonlySet<number>, where: string, covers: readonly string[]): Fault => ({
    covers,
    what: `${what} comes behind ${where} of the answer to ${operation}`,
    asRecorded: true,
    arrives: () => insertEvents(response, (part) => (only.has(part.at) ? behind(part) : [])),
  });
  const kinds = [...new Set(places.map(kindOf))];
  const all = at(
    new Set(places.map((part) => part.at)),
    `each event`,
    kinds.map((kind) => `${operation} ${what} ${kind}`),
  );
  return [
    {
      ...all,
      smaller: () =>
        places.length === 1
          ? []
          : places.map((part) => at(new Set([part.at]), `event ${part.at + 1} (${kindOf(part) || 'unnamed'})`, [])),
    },
  ];
}

// Blocks of a stream whose events say by a number which block they tell of, and how more of them are put in. Pure.

/** Where blocks are told of in a stream; nothing, where none is. */
export function numbered(response: HttpResponse, name: string) {
  const parts = partsOf(response).filter(({ json }) => typeof membersOf(json)[name] === 'number');
  const [first] = parts;
  const last = parts.at(-1);
  if (!first || !last) return undefined;
  const next = Math.max(...parts.map(({ json }) => Number(membersOf(json)[name]))) + 1;
  return { parts, first, last, next };
}

/** The kinds of the blocks that parts of a stream begin, and of the other events about them. */
export const thingsIn = (parts: readonly JsonPart[]): readonly string[] => [
  ...new Set(
    parts.map((part) => {
      const { content_block: block, item, start } = membersOf(part.json);
      const begun = [block, item, start].find(isJsonObject);
      return begun ? kindOfThing(begun) : kindOf(part);
    }),
  ),
];

/** A stream with pieces before or behind the part at a place. */
export const insertBlock = (
  response: HttpResponse,
  where: 'before' | 'behind',
  place: number,
  pieces: readonly Piece[],
): HttpResponse =>
  renumbered(
    withPieces(response, <T>(piece: T, at: number) => {
      const more = at === place ? (pieces as readonly T[]) : [];
      return where === 'behind' ? [piece, ...more] : [...more, piece];
    }),
  );

/** The same with every block's number one higher. */
export const shifted = (response: HttpResponse, name: string): HttpResponse =>
  withJson(response, (json) => {
    const index = json[name];
    return typeof index === 'number' ? { ...json, [name]: index + 1 } : undefined;
  });

/** Events that tell the whole answer tell of further items as well. Source: `ResponseCompletedEvent` of `openai`. */
export const withItems = (response: HttpResponse, change: (output: readonly Json[]) => readonly Json[]): HttpResponse =>
  withJson(response, (json) => {
    const { response: whole } = json;
    const { output } = membersOf(whole);
    if (!isJsonObject(whole) || !Array.isArray(output) || output.length === 0) return undefined;
    return { ...json, response: { ...whole, output: change(output) } };
  });

/** An answer of which some objects are others: those for which there is one. */
export const withJson = (response: HttpResponse, change: (json: JsonObject) => JsonObject | undefined): HttpResponse =>
  withParts(
    response,
    new Map(
      partsOf(response).flatMap(({ at, json }): [number, Json][] => {
        const changed = change(membersOf(json));
        return changed ? [[at, changed]] : [];
      }),
    ),
  );

/** The members of an object; none, where it is no object. */
export const membersOf = (json: Json | undefined): JsonObject => (isJsonObject(json) ? json : {});

/** The elements of an array; none, where it is no array. */
export const elementsOf = (json: Json | undefined): readonly Json[] => (Array.isArray(json) ? json : []);

/** The kind of a thing among things of several kinds: its type, or else the names of its members. */
const kindOfThing = ({ type, ...members }: JsonObject): string =>
  typeof type === 'string' ? type : Object.keys(members).join(' ');

// Names for what nobody knew when an adapter was written.

/** A name in the spelling that most provider APIs have. */
export const unknownNames = 'added_later';

/** The same as members of AWS and Google are spelled. */
export const newsInCamelCase = 'addedLater';

export const newWords = 'what was not known';

/** Whether a name is that of something that nobody knew, in any spelling, with whatever stands before or behind it. */
export const isUnknownName = (name: unknown): boolean => typeof name === 'string' && /added[._]?later/i.test(name);
