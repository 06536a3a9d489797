/** The way in for members that the library has no word for: `fetch`, which its providers take as an option. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';

/**
 * @param patch JSON Merge Patch (RFC 7396) over the body, where there is one
 * @param sent told of each request
 */
export function patchedFetch(patch: JsonObject | undefined, sent: () => void): typeof globalThis.fetch {
  return (url, init) => {
    sent();
    if (!patch || typeof init?.body !== 'string') return globalThis.fetch(url, init);
    return globalThis.fetch(url, { ...init, body: JSON.stringify(merged(JSON.parse(init.body), patch)) });
  };
}

function merged(target: Json | undefined, patch: Json): Json {
  if (!isJsonObject(patch)) return patch;
  const members = new Map(Object.entries(isJsonObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name);
    else members.set(name, merged(members.get(name), value));
  }
  return Object.fromEntries(members);
}
