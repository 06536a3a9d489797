import type { Json } from './canonical-json.ts';
import { isRaw } from './json-positions.ts';

/**
 * What is left of a value when it is written as JSON and read again, several times as fast as to do so.
 *
 * @param replace what is written in the place of an object; the object itself, unless given
 * @returns `undefined` where nothing is left
 * @throws {TypeError} it holds a `BigInt`, or itself.
 */
export function copyJson(value: unknown, replace: (object: object) => unknown = itself): Json | undefined {
  try {
    return copied(value, replace);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Too deep, or without end: JSON says which.
    const text = JSON.stringify(value, (_, member) => (isObject(member) ? replace(member) : member));
    return text === undefined ? undefined : JSON.parse(text);
  }
}

const itself = (object: object): unknown => object;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function copied(value: unknown, replace: (object: object) => unknown): Json | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      // JSON has no -0, and no number without end.
      return Number.isFinite(value) ? value + 0 : null;
    case 'object':
      return value === null ? null : copiedObject(value, replace);
    case 'bigint':
      throw new TypeError('Do not know how to serialize a BigInt');
    default:
      return undefined;
  }
}

function copiedObject(value: object, replace: (object: object) => unknown): Json | undefined {
  const own = written(value);
  if (!isObject(own)) return copied(own, replace);
  const object = replace(own);
  if (!isObject(object)) return copied(object, replace);
  if (Array.isArray(object)) {
    const list: Json[] = [];
    // Holes too are null.
    for (let i = 0; i < object.length; i++) list.push(copied(object[i], replace) ?? null);
    return list;
  }
  if (isRaw(object)) return JSON.parse(JSON.stringify(object));
  if (object instanceof Number || object instanceof String || object instanceof Boolean) return object.valueOf();
  const copy: Record<string, Json> = {};
  for (const name of Object.keys(object)) {
    const member = copied((object as Record<string, unknown>)[name], replace);
    if (member === undefined) continue;
    // To set it would change what the copy inherits from.
    if (name === '__proto__')
      Object.defineProperty(copy, name, { value: member, enumerable: true, writable: true, configurable: true });
    else copy[name] = member;
  }
  return copy;
}

/** What an object says is to be written in its place. */
const written = (object: object & { toJSON?: unknown }): unknown =>
  typeof object.toJSON === 'function' ? object.toJSON() : object;

/** Plain data that nobody can change any more, with all that it holds: it may be shared. */
export function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  }
  return value;
}
