/** The library's model, made of the caller's settings and of nothing else. */
import { type AnthropicProviderSettings, createAnthropic } from '@ai-sdk/anthropic';
import type { LanguageModel } from 'ai';
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import { type ClientSettings, type Credentials, ProviderError } from '../../../spec/contract/index.ts';

/** Makes the model for one call, which may patch the body of its requests. */
export type ModelOf = (modelId: string, patch: JsonObject | undefined) => LanguageModel;

/** The library asks for betas by itself, so that both variants of the API are the same to it. */
const surfaces = ['ga', 'beta'];

/**
 * @throws TypeError when the credentials are of a kind that the library does not take for Anthropic or cannot be sent, the base URL is
 * none, or there is no such surface
 */
export function modelsFor(settings: ClientSettings): ModelOf {
  if (!URL.canParse(settings.baseUrl)) {
    throw new TypeError(`The base URL ${JSON.stringify(settings.baseUrl)} is no URL.`);
  }
  if (settings.surface !== undefined && !surfaces.includes(settings.surface)) {
    throw new TypeError(
      `Anthropic has the surfaces ${surfaces.join(' and ')}, not ${JSON.stringify(settings.surface)}.`,
    );
  }
  const baseURL = `${settings.baseUrl.replace(/\/+$/, '')}/v1`;
  const access = { baseURL, ...authentication(settings.credentials) };
  return (modelId, patch) => createAnthropic({ ...access, ...(patch ? { fetch: patching(patch) } : {}) })(modelId);
}

function authentication(credentials: Credentials): Pick<AnthropicProviderSettings, 'apiKey' | 'authToken'> {
  switch (credentials.type) {
    case 'apiKey':
      return { apiKey: sendable(credentials.apiKey) };
    case 'bearerToken':
      return { authToken: sendable(credentials.token) };
    case 'tokenProvider':
      return { authToken: () => tokenFrom(credentials.getToken) };
    default:
      throw new TypeError(
        `The AI SDK takes credentials of type "apiKey", "bearerToken" or "tokenProvider" for Anthropic, not "${credentials.type}".`,
      );
  }
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

/** What the giver said may hold a secret. */
async function tokenFrom(getToken: () => Promise<string>): Promise<string> {
  try {
    return sendable(await getToken());
  } catch {
    throw new ProviderError('The token provider gave no usable token.', {
      code: 'authentication_error',
      retryable: false,
    });
  }
}

/** The library's own way in for members it has no word for: `fetch` as middleware. */
function patching(patch: JsonObject): typeof globalThis.fetch {
  return (url, init) => {
    const body: Json = JSON.parse(String(init?.body));
    return globalThis.fetch(url, { ...init, body: JSON.stringify(merged(body, patch)) });
  };
}

/** JSON Merge Patch (RFC 7396). */
function merged(target: Json | undefined, patch: Json): Json {
  if (!isJsonObject(patch)) return patch;
  const members = new Map(Object.entries(isJsonObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name);
    else members.set(name, merged(members.get(name), value));
  }
  return Object.fromEntries(members);
}

/** What no message may repeat; empty, where the caller has not given it but a function. */
export function secretOf(credentials: Credentials): string {
  if (credentials.type === 'apiKey') return credentials.apiKey;
  return credentials.type === 'bearerToken' ? credentials.token : '';
}
