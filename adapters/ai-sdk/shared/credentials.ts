/** Credentials as the library takes them: a key or a token, or a function that gives one. */
import type { JsonObject } from '../../../lib/canonical-json.ts';
import { assertHeaderValue, type Credentials, mergePatch, readToken } from '../../../spec/contract/index.ts';

/** What the library takes as a key for `Authorization: Bearer`, whatever the contract calls it. */
export function bearerOf(credentials: Credentials, title: string): string | (() => Promise<string>) {
  switch (credentials.type) {
    case 'apiKey':
      return assertHeaderValue(credentials.apiKey);
    case 'bearerToken':
      return assertHeaderValue(credentials.token);
    case 'tokenProvider':
      return () => readToken(credentials.getToken);
    default:
      throw unusable(credentials, title, ['apiKey', 'bearerToken', 'tokenProvider']);
  }
}

export const unusable = ({ type }: Credentials, title: string, usable: readonly Credentials['type'][]): TypeError =>
  new TypeError(
    `The AI SDK takes credentials of type ${usable.map((name) => `"${name}"`).join(', ')} for ${title}, not "${type}".`,
  );

/** What no message may repeat; empty, where the caller has not given it but a function. */
export function secretOf(credentials: Credentials): string {
  switch (credentials.type) {
    case 'apiKey':
      return credentials.apiKey;
    case 'bearerToken':
      return credentials.token;
    case 'awsKeys':
      return credentials.secretAccessKey;
    default:
      return '';
  }
}

// The library's own way in for members it has no word for: `fetch` as middleware.

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
