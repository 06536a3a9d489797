import { isJsonObject, type Json, type JsonObject } from '../../lib/canonical-json.ts';

/**
 * JSON Merge Patch: an object is merged member by member, `null` removes a member, anything else replaces what was there.
 * Neither argument is changed. Source: RFC 7396, section 2.
 */
export function mergePatch(target: Json | undefined, patch: JsonObject): JsonObject;
export function mergePatch(target: Json | undefined, patch: Json): Json;
export function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isJsonObject(patch)) return patch;
  const merged = new Map(Object.entries(isJsonObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  // Not by assignment: a member named "__proto__" must become a member.
  return Object.fromEntries(merged);
}
