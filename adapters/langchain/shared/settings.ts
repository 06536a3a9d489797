/** What every column checks of the caller's settings before it makes a model. */
import type { ClientSettings, Credentials } from '../../../spec/contract/index.ts';

/**
 * The base URL, without a slash at its end.
 *
 * @param surfaces the variants of the provider API, as the matrix names them
 * @throws TypeError the base URL is none, or there is no such surface
 */
export function addressOf({ baseUrl, surface }: ClientSettings, provider: string, surfaces: readonly string[]): string {
  if (!URL.canParse(baseUrl)) throw new TypeError(`The base URL ${JSON.stringify(baseUrl)} is no URL.`);
  if (surface !== undefined && !surfaces.includes(surface)) {
    throw new TypeError(`${provider} has the surfaces ${surfaces.join(' and ')}, not ${JSON.stringify(surface)}.`);
  }
  return baseUrl.replace(/\/+$/, '');
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

/** @throws TypeError for credentials of another kind, or that cannot be sent */
export function apiKeyOf(credentials: Credentials, model: string): string {
  if (credentials.type === 'apiKey') return sendable(credentials.apiKey);
  throw new TypeError(`${model} takes credentials of type "apiKey", not "${credentials.type}".`);
}
