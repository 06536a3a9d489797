/**
 * The signatures of answers: what occurs in them, whatever they say. Two recordings with the same signatures are of the same form. No value
 * of a caller or a model is in one.
 */
import { isJsonObject, type Json } from '../../lib/canonical-json.ts';
import type { HttpRequest, HttpResponse } from '../../recordings/format/exchange.ts';
import { isWord, partsOf } from '../corpus/answer-parts.ts';
import { asObject, parseJson } from '../wire/json.ts';

/** What the walk through an answer has to know of its wire. */
export interface WireWords {
  /** Members whose values are somebody's own data or say again what was asked; also as `<owner>.<member>`. */
  readonly opaque: ReadonlySet<string>;
  /** The words of the wire that the provider's types list, by member. */
  readonly enumerated: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * The signatures of one answer, each once:
 *
 * - `event <name>` of a stream, and `order <name> > <name>` of two that follow each other, but for those that keep a connection open;
 * - `member <owner>.<member> <JSON type>`: the owner is the object's type or, where it has none, the member that it stands in;
 * - `value <owner>.<member> <word>`, where the provider's types list the word.
 */
export function signaturesOf(response: HttpResponse, words: WireWords): ReadonlySet<string> {
  const found = new Set<string>();
  let before: string | undefined;
  for (const { event, owner, json } of partsOf(response)) {
    if (event !== undefined && isWord(event)) {
      found.add(`event ${event}`);
      if (keepAlive.has(event)) continue;
      if (before !== undefined && before !== event) found.add(`order ${before} > ${event}`);
      before = event;
    }
    walk(json, owner, words, found);
  }
  return found;
}

/** Events that may come at any time. */
const keepAlive: ReadonlySet<string> = new Set(['ping', 'keepalive']);

function walk(value: Json, owner: string, words: WireWords, found: Set<string>): void {
  if (Array.isArray(value)) {
    for (const element of value) walk(element, owner, words, found);
    return;
  }
  if (!isJsonObject(value)) return;
  const own = typeof value.type === 'string' && isWord(value.type) ? value.type : owner;
  for (const [member, held] of Object.entries(value)) {
    if (!isWord(member)) continue;
    const place = `${own}.${member}`;
    found.add(`member ${place} ${typeOf(held)}`);
    if (words.opaque.has(member) || words.opaque.has(place)) continue;
    if (typeof held === 'string' && words.enumerated.get(member)?.has(held)) found.add(`value ${place} ${held}`);
    walk(held, member, words, found);
  }
}

const typeOf = (value: Json): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** The words that a JSON Schema lists of each member: by `enum` or `const`, alone or among alternatives. Pure. */
export function enumeratedIn(schema: Json): ReadonlyMap<string, ReadonlySet<string>> {
  const words = new Map<string, Set<string>>();
  const visit = (value: Json): void => {
    if (Array.isArray(value)) {
      for (const element of value) visit(element);
      return;
    }
    if (!isJsonObject(value)) return;
    const { properties = null } = value;
    for (const [name, of] of Object.entries(isJsonObject(properties) ? properties : {})) {
      const own = words.get(name) ?? new Set();
      for (const word of listed(of)) words.set(name, own.add(word));
    }
    for (const each of Object.values(value)) visit(each);
  };
  visit(schema);
  return words;
}

function listed(schema: Json): string[] {
  if (!isJsonObject(schema)) return [];
  const own = [schema.const, ...(Array.isArray(schema.enum) ? schema.enum : [])];
  const among = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((alternatives) =>
    Array.isArray(alternatives) ? alternatives.flatMap(listed) : [],
  );
  return [...own.flatMap((word) => (typeof word === 'string' ? word : [])), ...among];
}

const dated = /^([\w.-]+)[_-]\d{8}$/;

/** The types of tools that a request declares, where they end with a date: `web_search_20260209`. */
export function datedToolsOf({ body }: HttpRequest): string[] {
  const tools = asObject(parseJson(body?.text ?? ''))?.tools;
  return (Array.isArray(tools) ? tools : []).flatMap((tool) => {
    const type = asObject(tool)?.type;
    return typeof type === 'string' && dated.test(type) ? type : [];
  });
}

/** A type of tool without its date. */
export const withoutDate = (type: string): string => dated.exec(type)?.[1] ?? type;
