/** The library's own way in for members it has no word for: `fetch` as middleware. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import { mergePatch } from '../../../spec/contract/index.ts';

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
      return globalThis.fetch(url, { ...init, body: JSON.stringify(mergePatch(whole(body), patch)) });
    },
  };
}
