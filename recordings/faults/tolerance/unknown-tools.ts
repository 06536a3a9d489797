/** Calls and results of hosted tools that nobody knew, in the form in which each provider API tells of those that it has. */
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import type { HttpResponse } from '../../format/exchange.ts';
import type { FaultsOf, FaultTraits, UnknownTool } from '../fault.ts';
import { lengthOf, partsOf, withParts } from '../response-parts.ts';
import { insertBlock, numbered, unknownNames, withItems, withJson } from './insertions.ts';

/** What such a tool is asked. */
export const newQuestion = { question: 'what is new' };

/** An object with more at the end of a list that is a member; nothing, where that is none. */
export const within = (body: JsonObject, name: string, ...elements: readonly JsonObject[]): JsonObject | undefined => {
  const list = body[name];
  return Array.isArray(list) && list.length > 0 ? { ...body, [name]: [...list, ...elements] } : undefined;
};

/** An answer that tells, behind all else, of a tool of the provider that nobody knew. */
export const unknownToolsIn: FaultsOf = (response, operation, traits = {}) => {
  const answer = traits.unknownTool && withTool(response, traits.unknownTool, traits);
  if (!answer) return [];
  return [
    {
      covers: [`${operation} unknown tool`],
      what: `the answer to ${operation} tells of a tool of the provider that is unknown`,
      arrives: () => answer,
    },
  ];
};

function withTool(
  response: HttpResponse,
  told: UnknownTool,
  { blockNumber: number }: FaultTraits,
): HttpResponse | undefined {
  const isStream = lengthOf(response) !== undefined;
  if (isStream && told.streamed && number !== undefined) {
    const there = numbered(response, number);
    const whole = withItems(response, (items) => [...items, ...(told.retold ? [told.retold] : [])]);
    return there && insertBlock(whole, 'behind', there.last.at, told.streamed(there.next));
  }
  let isTold = false;
  const changed = withJson(response, (json) => {
    // Of the events of a stream one tells of it.
    const more = isTold && isStream ? undefined : told.listed(json);
    isTold ||= more !== undefined;
    return more;
  });
  return isTold ? changed : undefined;
}

// Words for why an answer ended that nobody knew.

/**
 * A reason to end that is new. The caller learns it as it is: reasons are an open list. Source: M.E.AI `ChatFinishReason`, which
 * holds any word.
 */
export const unknownFinishReasons: FaultsOf = (response, operation, { finishReason: name } = {}) => {
  const parts = name === undefined ? [] : partsOf(response).filter(({ json }) => isSaid(json, name));
  if (name === undefined || parts.length === 0) return [];
  return [
    {
      covers: [`${operation} ${name}`],
      what: `${name} of the answer to ${operation} is a new word`,
      arrives: () => withParts(response, new Map(parts.map(({ at, json }) => [at, replaced(json, name)]))),
    },
  ];
};

const isSaid = (json: Json, name: string): boolean => JSON.stringify(replaced(json, name)) !== JSON.stringify(json);

function replaced(json: Json, path: string, within = ''): Json {
  if (Array.isArray(json)) return json.map((each) => replaced(each, path));
  if (!isJsonObject(json)) return json;
  const members = Object.entries(json).map(([key, value]) => [
    key,
    isOf(path, within, key) && typeof value === 'string' ? inTheSpellingOf(value) : replaced(value, path, key),
  ]);
  return Object.fromEntries(members);
}

const isOf = (path: string, within: string, key: string): boolean => path === key || path === `${within}.${key}`;

/** A new word, written in capitals where the known ones are. */
const inTheSpellingOf = (word: string): string =>
  word === word.toUpperCase() ? unknownNames.toUpperCase() : unknownNames;
