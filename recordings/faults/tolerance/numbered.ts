/** Blocks of a stream whose events say by a number which block they tell of, and how more of them are put in. Pure. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import type { HttpResponse } from '../../format/exchange.ts';
import { kindOf, type Part, partsOf, withParts, withPieces } from '../answer.ts';
import { type Piece, renumbered } from '../pieces.ts';
import { kindOfThing, membersOf } from './members-of.ts';

/** How the streams of a provider API number their blocks. */
export const numbers: Readonly<Record<string, string>> = {
  anthropic: 'index',
  'openai-responses': 'output_index',
  'azure-foundry-v2': 'output_index',
  'bedrock-converse': 'contentBlockIndex',
};

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
export const thingsIn = (parts: readonly Part[]): readonly string[] => [
  ...new Set(
    parts.map((part) => {
      const { content_block: block, item, start } = membersOf(part.json);
      const begun = [block, item, start].find(isJsonObject);
      return begun ? kindOfThing(begun) : kindOf(part);
    }),
  ),
];

/** A stream with pieces before or behind the part at a place. */
export const putIn = (
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
