/** The SDK's client, made of the caller's settings and of nothing else. */
import OpenAI, { type ClientOptions } from 'openai';
import type { ClientSettings, Credentials } from '../../../spec/contract/index.ts';
import { bearer, bearerFrom, type SecretInUse } from '../shared/credentials.ts';
import { withoutVariable } from '../shared/environment.ts';
import { timerFor } from '../shared/timer.ts';

/**
 * @param inUse is kept up to date
 * @throws TypeError when the credentials are of a kind that OpenAI does not take or cannot be sent, or the base URL is none
 */
export function createSdk(settings: ClientSettings, inUse: SecretInUse): OpenAI {
  if (!URL.canParse(settings.baseUrl))
    throw new TypeError(`The base URL ${JSON.stringify(settings.baseUrl)} is no URL.`);
  const options: ClientOptions = {
    apiKey: authentication(settings.credentials, inUse),
    // The version is a part of every path; the SDK counts it to the base URL.
    baseURL: `${settings.baseUrl.replace(/\/+$/, '')}/v1`,
    timeout: timerFor(settings.timeout),
    maxRetries: 0,
    // What is not said here, the SDK takes from the environment.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
  };
  return withoutVariable('OPENAI_CUSTOM_HEADERS', () => new OpenAI(options));
}

/** Every way is sent as `Authorization: Bearer`. */
function authentication(credentials: Credentials, inUse: SecretInUse): NonNullable<ClientOptions['apiKey']> {
  switch (credentials.type) {
    case 'apiKey':
      return bearer(credentials.apiKey, inUse);
    case 'bearerToken':
      return bearer(credentials.token, inUse);
    case 'tokenProvider':
      return () => bearerFrom(credentials.getToken, inUse);
    default:
      throw new TypeError(
        `OpenAI takes credentials of type "apiKey", "bearerToken" or "tokenProvider", not "${credentials.type}".`,
      );
  }
}
