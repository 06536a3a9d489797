/** Members of bodies that a provider wrote: of the type that is promised, or not there. */
import { isJsonObject, type Json, type JsonObject, jsonEquals } from '../../../lib/canonical-json.ts';
import { copyJson } from '../../../lib/copy-json.ts';
import { type FunctionCallContent, WireError } from '../../../spec/contract/index.ts';

export function text(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A text that says something: APIs leave members empty that they have nothing to say in. */
export function wording(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** A whole number from 0. */
export function count(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}

export function list(value: Json | undefined): readonly Json[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** The objects of a list; none where there is no list. */
export function objects(value: Json | undefined): readonly JsonObject[] {
  return (list(value) ?? []).filter(isJsonObject);
}

/** The list, or nothing where it is empty: APIs refuse some empty lists. */
export function nonEmpty<T extends readonly unknown[]>(values: T | undefined): T | undefined {
  return values && values.length > 0 ? values : undefined;
}

/** The object, or nothing where it has no members. */
export function withMembers<T extends object>(object: T): T | undefined {
  return nonEmpty(Object.keys(object)) && object;
}

/** A copy that is JSON: what is not (a cycle, a BigInt) fails here, before anything is sent. */
export function jsonCopy<T extends Json>(body: T): T {
  return copyJson(body) as T;
}

type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The object without its members that are `undefined`: JSON has no such value, and the contract's types forbid it. */
export function defined<T extends object>(members: T): Defined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
}

// Arguments of a call, which most providers write as text.

/** The object that a text says; an empty one for no text, `undefined` where it says none. */
export function parsedObject(written: string): JsonObject | undefined {
  if (written.trim() === '') return {};
  const value = parsedJson(written);
  return isJsonObject(value) ? value : undefined;
}

/** The value that a text says; the text itself where it is no JSON. */
export function parsedJson(written: string): Json {
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}

/**
 * The arguments as text; what the provider wrote itself, to the letter, as long as it says what the content says. An empty text,
 * which some write for no arguments, is not taken back: it is no JSON.
 */
export function writtenArguments(call: FunctionCallContent, before: Json | undefined): string {
  const { arguments: parsed, argumentsText } = call;
  const isJson = typeof before === 'string' && before.trim() !== '';
  const same = isJson && parsed !== undefined && jsonEquals(parsedObject(before) ?? null, parsed);
  return same ? before : (argumentsText ?? JSON.stringify(parsed ?? {}));
}

/**
 * What a provider calls something that it made, which is asked for and deleted by that name.
 *
 * @throws {WireError} as part of an address it would lead to another one (nothing, a dot, two dots), or it is half a character
 */
export function addressable(name: string): string {
  if (!/^\.{0,2}$/.test(name) && name.isWellFormed()) return name;
  throw new WireError(
    `The provider made something and calls it ${JSON.stringify(name)}, which cannot stand in an address.`,
  );
}

/**
 * A member without which nobody could go on.
 *
 * @param what names the object in the error
 * @throws {WireError} it is no text
 */
export function required(object: JsonObject, member: string, what: string): string {
  const value = object[member];
  if (typeof value === 'string') return value;
  throw new WireError(`${what} has no text in "${member}".`);
}

/** An object by its type, for errors. */
export const typed = (what: string, { type = null }: JsonObject): string => `${what} of type ${JSON.stringify(type)}`;
