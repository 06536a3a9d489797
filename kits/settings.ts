/** What the kits make of the settings that a client is created with, and which cases they play. */
import { assertKnown } from '../lib/did-you-mean.ts';
import { providerApiIds } from '../matrix/ids.ts';
import { loadMatrix } from '../matrix/load.ts';
import { providerOf } from '../matrix/model.ts';
import { assertHeaderValue, type Capabilities, type Credentials, readToken } from '../spec/contract/index.ts';
import type { Conformance } from './conformance.ts';

export type Fetch = typeof globalThis.fetch;

/** How a client of somebody else's is let in. */
export interface Access {
  /** A key, or a token in its place. */
  readonly apiKey: string;
  /** Gives a `fetch` that asks for a token before each request, where the caller gives a function for it; else the one it is given. */
  readonly authorized: (fetch: Fetch) => Fetch;
}

/** @throws TypeError for credentials of another kind, or that no header can carry */
export function accessFrom(credentials: Credentials, name: string): Access {
  switch (credentials.type) {
    case 'apiKey':
      return { apiKey: assertHeaderValue(credentials.apiKey), authorized: (fetch) => fetch };
    case 'bearerToken':
      return { apiKey: assertHeaderValue(credentials.token), authorized: (fetch) => fetch };
    case 'tokenProvider': {
      const { getToken } = credentials;
      const authorized =
        (fetch: Fetch): Fetch =>
        async (input, init) => {
          const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
          headers.set('authorization', `Bearer ${await readToken(getToken)}`);
          return fetch(input, { ...init, headers });
        };
      return { apiKey: 'of-each-request', authorized };
    }
    default:
      throw new TypeError(
        `${name} takes credentials of type "apiKey", "bearerToken" or "tokenProvider", not "${credentials.type}".`,
      );
  }
}

/** What a kit calls. */
export const functionsAlone: Capabilities = { tools: ['function-calling'] };

/** What a kit plays unless told: the first variant of the provider API. @throws {UserError} there is no such provider API */
export async function onFirstSurface(wire: string): Promise<Pick<Conformance, 'surfaces'>> {
  assertKnown('provider API', wire, providerApiIds);
  const { surfaces } = providerOf(await loadMatrix(), wire);
  return { surfaces: surfaces.slice(0, 1).map(({ id }) => id) };
}
