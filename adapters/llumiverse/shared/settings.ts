/** What a caller gives to make a client, as drivers take it. Pure. */
import type { ClientSettings, Credentials } from '../../../spec/contract/index.ts';

/** @throws TypeError when the base URL is none */
export function baseUrlOf({ baseUrl }: Pick<ClientSettings, 'baseUrl'>): string {
  if (!URL.canParse(baseUrl)) throw new TypeError(`The base URL ${JSON.stringify(baseUrl)} is no URL.`);
  return baseUrl.replace(/\/+$/, '');
}

/** @throws TypeError when there is no such surface */
export function surfaceOf<S extends string>(
  { surface }: Pick<ClientSettings, 'surface'>,
  title: string,
  surfaces: readonly [S, ...S[]],
): S {
  const found = surfaces.find((known) => known === (surface ?? surfaces[0]));
  if (found === undefined) {
    throw new TypeError(`${title} has the surfaces ${surfaces.join(' and ')}, not ${JSON.stringify(surface)}.`);
  }
  return found;
}

/**
 * A key, for drivers that take one as a string.
 *
 * @param isBearer the driver sends it as `Authorization: Bearer`, so that a token is one too
 * @throws TypeError when the credentials are of another kind, or cannot be sent
 */
export function keyOf(credentials: Credentials, title: string, isBearer: boolean): string {
  if (credentials.type === 'apiKey') return sendable(credentials.apiKey);
  if (isBearer && credentials.type === 'bearerToken') return sendable(credentials.token);
  const usable = isBearer ? '"apiKey" or "bearerToken"' : '"apiKey"';
  throw new TypeError(`Llumiverse's ${title} driver takes credentials of type ${usable}, not "${credentials.type}".`);
}

/** @throws TypeError that does not show the secret, as the error of a header would */
function sendable(secret: string): string {
  if (secret === '') throw new TypeError('The credentials are empty.');
  try {
    new Headers({ authorization: secret });
    return secret;
  } catch {
    throw new TypeError('The credentials have characters that no header can carry.');
  }
}

/** The limits of a connection, as drivers take them; a driver counts them by the second. */
export const httpTimeoutOf = ({ timeout }: Pick<ClientSettings, 'timeout'>) => ({
  headersTimeout: timeout,
  bodyTimeout: timeout,
  connectTimeout: timeout,
});
