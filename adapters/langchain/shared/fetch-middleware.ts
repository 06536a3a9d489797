/** The way in for members that the library has no word for: `fetch`, which its providers take as an option. */
import type { JsonObject } from '../../../lib/canonical-json.ts';
import { mergePatch } from '../../../spec/contract/index.ts';

/**
 * @param patch JSON Merge Patch (RFC 7396) over the body, where there is one
 * @param sent told of each request
 */
export function patchedFetch(patch: JsonObject | undefined, sent: () => void): typeof globalThis.fetch {
  return (url, init) => {
    sent();
    if (!patch || typeof init?.body !== 'string') return globalThis.fetch(url, init);
    return globalThis.fetch(url, { ...init, body: JSON.stringify(mergePatch(JSON.parse(init.body), patch)) });
  };
}
