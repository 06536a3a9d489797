/** Parameters of a surface; credentials that go out as `Authorization: Bearer`, kept in mind so that they can be kept out of messages. */
import { type ClientSettings, type Credentials, ProviderError } from '../../../spec/contract/index.ts';

/**
 * What a surface needs besides the settings of all.
 *
 * @param what says of the parameter what it is, behind its name
 * @throws TypeError when the caller names none
 */
export function parameterOf({ parameters }: ClientSettings, surface: string, name: string, what = ''): string {
  const value = parameters?.[name];
  if (value) return value;
  throw new TypeError(`The surface "${surface}" needs the parameter "${name}"${what}.`);
}

/** The secret that was sent last, to be kept out of error messages. */
export interface SecretInUse {
  secret: string;
}

/**
 * Refuses what no header can carry here, because an SDK's own error would show the secret.
 *
 * @throws TypeError that does not show it
 */
export function bearer(secret: string, inUse: SecretInUse): string {
  if (typeof secret !== 'string' || secret === '') throw new TypeError('The credentials are empty.');
  try {
    new Headers({ authorization: `Bearer ${secret}` });
  } catch {
    throw new TypeError('The credentials have characters that no HTTP header can carry (a line break, perhaps).');
  }
  inUse.secret = secret;
  return secret;
}

/** @throws ProviderError when there is no usable token. What the giver said may hold a secret, so it is not repeated. */
export async function bearerFrom(getToken: () => Promise<string>, inUse: SecretInUse): Promise<string> {
  try {
    return bearer(await getToken(), inUse);
  } catch {
    throw new ProviderError('The token provider gave no usable token.', {
      code: 'authentication_error',
      retryable: false,
    });
  }
}

/**
 * The caller's key or token, whichever it is: as text, or as a function that gives it each time.
 *
 * @param provider named in the error
 * @throws TypeError when the credentials are of another kind, or cannot be sent
 */
export function bearerOf(
  credentials: Credentials,
  inUse: SecretInUse,
  provider: string,
): string | (() => Promise<string>) {
  switch (credentials.type) {
    case 'apiKey':
      return bearer(credentials.apiKey, inUse);
    case 'bearerToken':
      return bearer(credentials.token, inUse);
    case 'tokenProvider':
      return () => bearerFrom(credentials.getToken, inUse);
    default:
      throw new TypeError(
        `${provider} takes credentials of type "apiKey", "bearerToken" or "tokenProvider", not "${credentials.type}".`,
      );
  }
}
