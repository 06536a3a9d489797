/** What the library gives, as JSON: its objects hold `undefined`, and members of any type. */
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import { copyJson } from '../../../lib/copy-json.ts';

/** Bytes as base64. */
export function plain(value: unknown): Json {
  return (
    copyJson(value, (given) => (given instanceof Uint8Array ? Buffer.from(given).toString('base64') : given)) ?? null
  );
}

/** An empty one where it is none. */
export function asObject(value: unknown): JsonObject {
  const json = plain(value);
  return isJsonObject(json) ? json : {};
}

export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export const objects = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

export const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** A place in a text is whole, from 0: the library hands on any number. */
export const count = (value: unknown): number | undefined =>
  Number.isInteger(value) && Number(value) >= 0 ? Number(value) : undefined;

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The object without its members that are `undefined`. */
export function defined<T extends object>(members: T): Defined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
}
