import { isJsonObject, type Json, jsonEquals } from './canonical-json.ts';

/** True when a value has at least the members of `wanted`, with equal values; nested objects likewise, arrays whole. */
export function matchesObject(value: unknown, wanted: Json): boolean {
  if (!isJsonObject(wanted)) return jsonEquals(value, wanted);
  if (!isJsonObject(value)) return false;
  return Object.entries(wanted).every(
    ([key, member]) => Object.hasOwn(value, key) && matchesObject(value[key], member),
  );
}
