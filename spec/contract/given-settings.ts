/** What a caller gives to make a client, looked at before a library does: its own errors may show a secret, or come too late. */
import type { ClientSettings } from './client.ts';
import { ProviderError } from './errors.ts';

/** The base URL, without a slash at its end. @throws {TypeError} it is none. */
export function parseBaseUrl({ baseUrl }: Pick<ClientSettings, 'baseUrl'>): string {
  if (!URL.canParse(baseUrl)) throw new TypeError(`The base URL ${JSON.stringify(baseUrl)} is no URL.`);
  return baseUrl.replace(/\/+$/, '');
}

/**
 * The variant of the provider API; the first one, unless told.
 *
 * @param title what the provider is called in messages
 * @param surfaces as the matrix names them
 * @throws {TypeError} there is no such surface.
 */
export function resolveSurface<S extends string>(
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

/** @throws {TypeError} that does not show the secret, as the error of a header would */
export function assertHeaderValue(secret: string): string {
  if (secret === '') throw new TypeError('The credentials are empty.');
  try {
    new Headers({ authorization: secret });
    return secret;
  } catch {
    throw new TypeError('The credentials have characters that no header can carry.');
  }
}

/** @throws {ProviderError} where no usable token came: what the giver said may hold a secret */
export async function readToken(getToken: () => Promise<string>): Promise<string> {
  try {
    return assertHeaderValue(await getToken());
  } catch {
    throw new ProviderError('The token provider gave no usable token.', {
      code: 'authentication_error',
      retryable: false,
    });
  }
}

/** Characters that say what is wrong: some providers repeat all that they were sent. */
const longest = 500;

/**
 * What somebody else said, as it may stand in an error: short, and without the secret, whatever the provider repeats.
 *
 * @param secret empty where there is none
 */
export function redactForLogs(message: string, secret: string): string {
  const hidden = secret === '' ? message : message.replaceAll(secret, '[credentials]');
  return hidden.length > longest ? `${hidden.slice(0, longest)}…` : hidden;
}

/**
 * The mistake of a program that an error began with, as the `cause` of an error of the contract: a `TypeError`, say, with its place. Its
 * words are redacted and it has no members, because those of SDKs hold headers and bodies. Nothing where Node.js itself threw it, such
 * as for a lost connection.
 *
 * @param secret is in no message, whatever the provider repeats
 */
export function programErrorIn(thrown: unknown, secret = ''): { readonly cause?: Error } {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth++) {
    if (!programErrors.some((type) => error instanceof type)) continue;
    const [, ...frames] = (error.stack ?? '').split(/\n(?=\s+at )/);
    if (frames.length === 0 || /\(?node:/.test(frames[0] ?? '')) continue;
    const cause = Object.create(Object.getPrototypeOf(error)) as Error;
    const message = redactForLogs(error.message, secret);
    for (const [name, value] of Object.entries({
      message,
      stack: [`${error.name}: ${message}`, ...frames].join('\n'),
    })) {
      Object.defineProperty(cause, name, { value, configurable: true, writable: true });
    }
    return { cause };
  }
  return {};
}

const programErrors = [TypeError, RangeError, ReferenceError, SyntaxError];
