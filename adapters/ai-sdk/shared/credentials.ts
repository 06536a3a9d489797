/** Credentials as the library takes them: a key or a token, or a function that gives one. */
import type { JsonObject } from '../../../lib/canonical-json.ts';
import {
  assertHeaderValue,
  type ClientSettings,
  type Credentials,
  mergePatch,
  readToken,
} from '../../../spec/contract/index.ts';

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

// Access to Amazon Bedrock, which two providers of the library take alike.

interface BedrockAccess {
  readonly apiKey: string;
  readonly accessKeyId?: string;
  readonly secretAccessKey?: string;
  readonly sessionToken?: string;
  readonly fetch?: typeof globalThis.fetch;
}

/** @throws TypeError when the credentials cannot be sent, or no region is given */
export const bedrockAccess = (settings: ClientSettings): BedrockAccess & { readonly region: string } => ({
  region: regionOf(settings),
  ...signedBy(settings.credentials),
});

/** Keys sign requests; everything else is a token. What is said here keeps the library from looking it up in the environment. */
function signedBy(credentials: Credentials): BedrockAccess {
  switch (credentials.type) {
    case 'awsKeys': {
      const { accessKeyId, secretAccessKey, sessionToken } = credentials;
      for (const sent of [accessKeyId, secretAccessKey, sessionToken ?? 'none']) assertHeaderValue(sent);
      const keys = { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
      // A token of the environment would take the place of the signature.
      return { ...keys, apiKey: '' };
    }
    case 'apiKey':
      return { apiKey: assertHeaderValue(credentials.apiKey) };
    case 'bearerToken':
      return { apiKey: assertHeaderValue(credentials.token) };
    case 'tokenProvider':
      return { apiKey: 'replaced', fetch: withToken(credentials.getToken) };
  }
}

/** The library takes a key once and for all; its place for what changes is `fetch` as middleware. */
function withToken(getToken: () => Promise<string>): typeof globalThis.fetch {
  return async (url, init) => {
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${await readToken(getToken)}`);
    return globalThis.fetch(url, { ...init, headers });
  };
}

/** The region is part of the signature, whatever the host. */
function regionOf({ parameters = {} }: ClientSettings): string {
  const { region } = parameters;
  if (region) return region;
  throw new TypeError('Amazon Bedrock needs "region" in the parameters of the settings: requests are signed for it.');
}
