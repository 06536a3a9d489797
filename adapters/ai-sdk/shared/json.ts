/** What the library holds, as plain JSON. */
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import { copyJson } from '../../../lib/copy-json.ts';

/** The object as JSON: the library's parts hold `undefined`, and errors where a call does not parse. */
export function plain(value: unknown): Json {
  return copyJson(value, (object) => (object instanceof Error ? object.name : object)) ?? null;
}

/** An object without members where the value is none. */
export function asObject(value: unknown): JsonObject {
  const json = plain(value);
  return isJsonObject(json) ? json : {};
}

export const text = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The object without its members that are `undefined`. */
export function defined<T extends object>(members: T): Defined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
}

// The library's spelling of names, and the wire's: `containerId` is `container_id`.

export const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The value with all its names in another spelling. */
export function respelled(value: Json, spell: (name: string) => string): Json {
  if (Array.isArray(value)) return value.map((item: Json) => respelled(item, spell));
  if (!isJsonObject(value)) return value;
  const renamed: JsonObject = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [spell(name), respelled(member, spell)]),
  );
  return renamed;
}
