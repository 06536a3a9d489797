import { isRaw } from './json-positions.ts';

/** Any JSON value. Readonly, so that what was observed cannot be changed by who looks at it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json };

/** True for a JSON object (not an array, not null). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * JSON with sorted keys: equal values give equal text, whatever order their members were written in.
 * Members whose value is `undefined` are left out, as `JSON.stringify` does.
 */
export function canonicalJson(value: unknown, indent?: number): string {
  return JSON.stringify(inOrder(value), null, indent) ?? 'null';
}

/** JSON equality: member order does not matter, everything else does. */
export function jsonEquals(a: unknown, b: unknown): boolean {
  return a === b || isSame(a, b) || canonicalJson(a) === canonicalJson(b);
}

/** True for plain data that is equal member by member. What is not may still be equal as JSON, unless it was parsed. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isPlain(a) || !isPlain(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  // Of a list with holes, the keys alone would not tell how long it is.
  if (Array.isArray(a) && a.length !== b.length) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]))
  );
}

const plainPrototypes: unknown[] = [Object.prototype, Array.prototype];

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && plainPrototypes.includes(Object.getPrototypeOf(value));

/** A copy with its members in the order of their names. To copy first is faster than to be asked about each member while writing. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  if ('toJSON' in value && typeof value.toJSON === 'function') return inOrder(value.toJSON());
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) {
    const member = inOrder((value as Record<string, unknown>)[key]);
    // To set it would change what the copy inherits from.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: member, enumerable: true });
    else copy[key] = member;
  }
  return copy;
}

/**
 * JSON in few lines that can still be compared: objects and lists are on one line where they fit, else each member on its own. Raw JSON
 * stays as it is spelled. Ends with a line break.
 */
export const compactJson = (value: unknown, width = 120): string => `${written(value, '', width, 0)}\n`;

/** `before` is what stands left of the value on its line beside the indentation. */
function written(value: unknown, indent: string, width: number, before: number): string {
  // A comma may follow.
  const short = onOneLine(value, width - 1 - indent.length - before);
  if (short !== undefined) return short;
  if (!isContainer(value)) return JSON.stringify(value);
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((item) => written(item, deeper, width, 0))
    : Object.entries(value).map(([key, item]) => {
        const name = `${JSON.stringify(key)}: `;
        return `${name}${written(item, deeper, width, name.length)}`;
      });
  return `${open}\n${deeper}${parts.join(`,\n${deeper}`)}\n${indent}${close}`;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null && !isRaw(value);

/** Nothing where it is longer than `room`: of a large value only the beginning is written to find that out. */
function onOneLine(value: unknown, room: number): string | undefined {
  if (!isContainer(value)) return within(room, JSON.stringify(value));
  const isList = Array.isArray(value);
  const members: (readonly [name: string, item: unknown])[] = isList
    ? value.map((item) => ['', item])
    : Object.entries(value).map(([key, item]) => [`${JSON.stringify(key)}: `, item]);
  if (members.length === 0) return within(room, isList ? '[]' : '{}');
  let line = isList ? '[' : '{ ';
  for (const [i, [name, item]] of members.entries()) {
    line += i === 0 ? name : `, ${name}`;
    const text = onOneLine(item, room - line.length);
    if (text === undefined) return undefined;
    line += text;
  }
  return within(room, line + (isList ? ']' : ' }'));
}

const within = (room: number, text: string): string | undefined => (text.length <= room ? text : undefined);

/** All strings, numbers, booleans and nulls in a value, in their order. */
export const leavesOf = (value: Json): (string | number | boolean | null)[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap((member) => leavesOf(member ?? null))
    : [value];

/**
 * JSON as a part of a sentence or of a key: a text as it is, all else as JSON. `String` throws on an object that has a member
 * `toString`, and a provider may write one.
 */
export const toText = (value: Json | undefined): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');

/** True when a value has at least the members of `wanted`, with equal values; nested objects likewise, arrays whole. */
export function matchesObject(value: unknown, wanted: Json): boolean {
  if (!isJsonObject(wanted)) return jsonEquals(value, wanted);
  if (!isJsonObject(value)) return false;
  return Object.entries(wanted).every(
    ([key, member]) => Object.hasOwn(value, key) && matchesObject(value[key], member),
  );
}
