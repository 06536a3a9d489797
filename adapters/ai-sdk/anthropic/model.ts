/** The library's model, made of the caller's settings and of nothing else. */
import { type AnthropicProviderSettings, createAnthropic } from '@ai-sdk/anthropic';
import type { LanguageModel } from 'ai';
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import type { ClientSettings, Credentials } from '../../../spec/contract/index.ts';

/** Makes the model for one call, which may patch the body of its requests. */
export type ModelOf = (modelId: string, patch: JsonObject | undefined) => LanguageModel;

/** @throws TypeError when the credentials are of a kind that the library does not take for Anthropic, or the base URL is none */
export function modelsFor(settings: ClientSettings): ModelOf {
  if (!URL.canParse(settings.baseUrl)) {
    throw new TypeError(`The base URL ${JSON.stringify(settings.baseUrl)} is no URL.`);
  }
  const access = { baseURL: `${settings.baseUrl}/v1`, ...authentication(settings.credentials) };
  return (modelId, patch) => createAnthropic({ ...access, ...(patch ? { fetch: patching(patch) } : {}) })(modelId);
}

function authentication(credentials: Credentials): Pick<AnthropicProviderSettings, 'apiKey' | 'authToken'> {
  switch (credentials.type) {
    case 'apiKey':
      return { apiKey: credentials.apiKey };
    case 'bearerToken':
      return { authToken: credentials.token };
    case 'tokenProvider':
      return { authToken: credentials.getToken };
    default:
      throw new TypeError(
        `The AI SDK takes credentials of type "apiKey", "bearerToken" or "tokenProvider" for Anthropic, not "${credentials.type}".`,
      );
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
