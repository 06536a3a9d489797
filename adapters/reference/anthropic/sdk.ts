/** The SDK's client, made of the caller's settings and of nothing else. */
import Anthropic, { type ClientOptions } from '@anthropic-ai/sdk';
import { type ClientSettings, type Credentials, ProviderError } from '../../../spec/contract/index.ts';

/** Above this, the SDK's timer would fire at once. */
const longestTimeout = 2 ** 31 - 1;

/** The secret that was sent last, to be kept out of error messages. */
export interface SecretInUse {
  secret: string;
}

/**
 * @param inUse is kept up to date
 * @throws TypeError when the credentials are of a kind that Anthropic does not take or cannot be sent, or the base URL is none
 */
export function createSdk(settings: ClientSettings, inUse: SecretInUse): Anthropic {
  if (!URL.canParse(settings.baseUrl))
    throw new TypeError(`The base URL ${JSON.stringify(settings.baseUrl)} is no URL.`);
  return new Anthropic({
    ...authentication(settings.credentials, inUse),
    baseURL: settings.baseUrl,
    // Given with every request, so that the SDK does not refuse large `max_tokens` without streaming.
    timeout: Math.min(Math.max(1, Math.ceil(settings.timeout)), longestTimeout),
    maxRetries: 0,
    webhookKey: null,
    logLevel: 'off',
    openTelemetry: false,
    defaultHeaders: headersOfEnvironmentUnset(),
  });
}

/** Every way is sent as `Authorization: Bearer`; the SDK reads no other source once one is given. */
function authentication(credentials: Credentials, inUse: SecretInUse): Pick<ClientOptions, 'apiKey' | 'authToken'> {
  switch (credentials.type) {
    case 'apiKey':
      return { apiKey: sendable(credentials.apiKey, inUse), authToken: null };
    case 'bearerToken':
      return { apiKey: null, authToken: sendable(credentials.token, inUse) };
    case 'tokenProvider':
      return { apiKey: () => tokenFrom(credentials.getToken, inUse), authToken: null };
    default:
      throw new TypeError(
        `Anthropic takes credentials of type "apiKey", "bearerToken" or "tokenProvider", not "${credentials.type}".`,
      );
  }
}

/** Refuses what no header can carry here, because the SDK's own error would show the secret. */
function sendable(secret: string, inUse: SecretInUse): string {
  if (typeof secret !== 'string' || secret === '') throw new TypeError('The credentials are empty.');
  try {
    new Headers({ authorization: `Bearer ${secret}` });
  } catch {
    throw new TypeError('The credentials have characters that no HTTP header can carry (a line break, perhaps).');
  }
  inUse.secret = secret;
  return secret;
}

async function tokenFrom(getToken: () => Promise<string>, inUse: SecretInUse): Promise<string> {
  try {
    return sendable(await getToken(), inUse);
  } catch {
    // What the provider of tokens said may hold a secret, so it is not repeated.
    throw new ProviderError('The token provider gave no usable token.', {
      code: 'authentication_error',
      retryable: false,
    });
  }
}

/**
 * The SDK adds the headers that ANTHROPIC_CUSTOM_HEADERS names (lines of `name: value`) to every client, and no option stops
 * it. They would override the caller's credentials. An explicit `undefined` for each name takes it out again.
 */
function headersOfEnvironmentUnset(): Record<string, undefined> {
  const lines = (process.env.ANTHROPIC_CUSTOM_HEADERS ?? '').split('\n').filter((line) => line.includes(':'));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(':')).trim(), undefined]));
}
