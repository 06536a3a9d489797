/** Credentials as the library takes them: a key or a token, or a function that gives one. */
import { type ClientSettings, type Credentials, ProviderError } from '../../../spec/contract/index.ts';

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

/** @throws TypeError that does not show the secret, as the error of a header would */
export function sendable(secret: string): string {
  if (secret === '') throw new TypeError('The credentials are empty.');
  try {
    new Headers({ authorization: secret });
    return secret;
  } catch {
    throw new TypeError('The credentials have characters that no header can carry.');
  }
}

/**
 * @throws ProviderError where no usable token came: what the giver said may hold a secret
 */
export async function tokenFrom(getToken: () => Promise<string>): Promise<string> {
  try {
    return sendable(await getToken());
  } catch {
    throw new ProviderError('The token provider gave no usable token.', {
      code: 'authentication_error',
      retryable: false,
    });
  }
}

/** What the library takes as a key for `Authorization: Bearer`, whatever the contract calls it. */
export function bearerOf(credentials: Credentials, title: string): string | (() => Promise<string>) {
  switch (credentials.type) {
    case 'apiKey':
      return sendable(credentials.apiKey);
    case 'bearerToken':
      return sendable(credentials.token);
    case 'tokenProvider':
      return () => tokenFrom(credentials.getToken);
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
