/** What every column checks of the caller's settings before it makes a model. */
import { baseUrlOf, type ClientSettings, type Credentials, sendable, surfaceOf } from '../../../spec/contract/index.ts';

/**
 * The base URL, without a slash at its end.
 *
 * @param surfaces the variants of the provider API, as the matrix names them
 * @throws TypeError the base URL is none, or there is no such surface
 */
export function addressOf(
  settings: ClientSettings,
  provider: string,
  surfaces: readonly [string, ...string[]],
): string {
  const address = baseUrlOf(settings);
  surfaceOf(settings, provider, surfaces);
  return address;
}

/** @throws TypeError for credentials of another kind, or that cannot be sent */
export function apiKeyOf(credentials: Credentials, model: string): string {
  if (credentials.type === 'apiKey') return sendable(credentials.apiKey);
  throw new TypeError(`${model} takes credentials of type "apiKey", not "${credentials.type}".`);
}
