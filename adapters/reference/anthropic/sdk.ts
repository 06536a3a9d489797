/** The SDK's client, made of the caller's settings and of nothing else. */
import Anthropic, { type APIPromise, type ClientOptions } from '@anthropic-ai/sdk';
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { ClientSettings, Credentials } from '../../../spec/contract/index.ts';
import { bearer, bearerFrom, type SecretInUse } from '../shared/credentials.ts';
import { withoutVariable } from '../shared/environment.ts';
import { timerFor } from '../shared/timer.ts';
import { betasOf } from './hosted-tools.ts';

/** Beta headers are sent where a tool wants them, whichever of these is meant. */
const surfaces = ['ga', 'beta'];

/**
 * @param inUse is kept up to date
 * @throws TypeError when the credentials are of a kind that Anthropic does not take or cannot be sent, when the base URL is none, or
 * there is no such surface
 */
export function createSdk(settings: ClientSettings, inUse: SecretInUse): Anthropic {
  if (settings.surface !== undefined && !surfaces.includes(settings.surface))
    throw new TypeError(`Anthropic has no surface ${JSON.stringify(settings.surface)}; its surfaces are ${surfaces}.`);
  const options: ClientOptions = {
    ...authentication(settings.credentials, inUse),
    baseURL: settings.baseUrl,
    // Given with every request, so that the SDK does not refuse large `max_tokens` without streaming.
    timeout: timerFor(settings.timeout),
    maxRetries: 0,
    webhookKey: null,
    logLevel: 'off',
    openTelemetry: false,
  };
  return withoutVariable('ANTHROPIC_CUSTOM_HEADERS', () => new Anthropic(options));
}

/** Sends a body; by the beta endpoint, with the headers it wants, only where a tool is not to be had without. */
export function createMessage<T>(sdk: Anthropic, body: JsonObject, signal: AbortSignal): APIPromise<T> {
  const betas = betasOf(body);
  const options = { signal };
  const call: APIPromise<unknown> =
    betas.length === 0
      ? sdk.messages.create(body as never, options)
      : sdk.beta.messages.create({ ...body, betas } as never, options);
  return call as APIPromise<T>;
}

/** Every way is sent as `Authorization: Bearer`; the SDK reads no other source once one is given. */
function authentication(credentials: Credentials, inUse: SecretInUse): Pick<ClientOptions, 'apiKey' | 'authToken'> {
  switch (credentials.type) {
    case 'apiKey':
      return { apiKey: bearer(credentials.apiKey, inUse), authToken: null };
    case 'bearerToken':
      return { apiKey: null, authToken: bearer(credentials.token, inUse) };
    case 'tokenProvider':
      return { apiKey: () => bearerFrom(credentials.getToken, inUse), authToken: null };
    default:
      throw new TypeError(
        `Anthropic takes credentials of type "apiKey", "bearerToken" or "tokenProvider", not "${credentials.type}".`,
      );
  }
}
