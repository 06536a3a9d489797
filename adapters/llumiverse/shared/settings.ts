/** What a caller gives to make a client, as drivers take it. Pure. */
import { type ClientSettings, type Credentials, sendable } from '../../../spec/contract/index.ts';

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

/** The limits of a connection, as drivers take them; a driver counts them by the second. */
export const httpTimeoutOf = ({ timeout }: Pick<ClientSettings, 'timeout'>) => ({
  headersTimeout: timeout,
  bodyTimeout: timeout,
  connectTimeout: timeout,
});
