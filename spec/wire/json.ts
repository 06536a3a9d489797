/** Looking into JSON that may be anything: no reader here ever throws on what a provider wrote. */
import { isJsonObject, type Json, type JsonObject } from '../../lib/canonical-json.ts';
import { memoize } from '../../lib/memoize.ts';
import type { Body } from '../../recordings/format/exchange.ts';

/** The value, or `undefined` where the text is no JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** The JSON of a body, or `undefined` where it holds none. */
export function jsonOf(body: Body | undefined): Json | undefined {
  return body && jsonIn(body);
}

/** Every check and every reader asks for the bodies of a case. */
const jsonIn = memoize(({ text, encoding }: Body) => (encoding === undefined ? parseJson(text) : undefined));

export const asObject = (value: unknown): JsonObject | undefined => (isJsonObject(value) ? value : undefined);

export const asString = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export const asArray = (value: unknown): readonly Json[] | undefined => (Array.isArray(value) ? value : undefined);

/** A count as the contract takes it: a whole number from zero on. */
export const asCount = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;

/** The members of an object that hold something and are not among the known ones. */
export function otherMembers(object: JsonObject, known: ReadonlySet<string>): string[] {
  return Object.keys(object).filter((key) => !known.has(key) && object[key] !== null);
}

/** Those members as an object of their own, or `undefined` where there are none. */
export function remainingMembers(object: JsonObject, known: readonly string[]): JsonObject | undefined {
  const names = otherMembers(object, new Set(known));
  return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, object[name] ?? null]));
}
