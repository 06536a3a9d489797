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
  return JSON.stringify(value, sortedKeys, indent) ?? 'null';
}

/** JSON equality: member order does not matter, everything else does. */
export function jsonEquals(a: unknown, b: unknown): boolean {
  return a === b || isSame(a, b) || canonicalJson(a) === canonicalJson(b);
}

/** True for plain data that is equal member by member. What is not may be equal as JSON all the same. */
function isSame(a: unknown, b: unknown): boolean {
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

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
