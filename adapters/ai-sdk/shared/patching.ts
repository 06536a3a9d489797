/** The library's own way in for members it has no word for: `fetch` as middleware. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';

/**
 * A `fetch` that changes the body of each request; the platform's where there is nothing to change.
 *
 * @param whole writes out what stands shortened in a body, so that the patch finds its members
 */
export function patching(
  patch: JsonObject | undefined,
  whole: (body: JsonObject) => JsonObject = (body) => body,
): { fetch?: typeof globalThis.fetch } {
  if (patch === undefined) return {};
  return {
    fetch: (url, init) => {
      const body: JsonObject = JSON.parse(String(init?.body));
      return globalThis.fetch(url, { ...init, body: JSON.stringify(merged(whole(body), patch)) });
    },
  };
}

/** JSON Merge Patch (RFC 7396). */
function merged(target: Json | undefined, patch: Json): Json {
  if (!isJsonObject(patch)) return patch;
  const members = new Map(Object.entries(isJsonObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name);
    else members.set(name, merged(members.get(name), value));
  }
  return Object.fromEntries(members);
}
