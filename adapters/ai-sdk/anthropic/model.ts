/** The library's model, made of the caller's settings and of nothing else. */
import { type AnthropicProviderSettings, createAnthropic } from '@ai-sdk/anthropic';
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import {
  baseUrlOf,
  type ClientSettings,
  type Credentials,
  sendable,
  surfaceOf,
  tokenFrom,
} from '../../../spec/contract/index.ts';
import type { ModelOf } from '../shared/column.ts';
import { unusable } from '../shared/credentials.ts';
import { patching } from '../shared/patching.ts';

/**
 * The library asks for betas by itself, so that both variants of the API are the same to it.
 *
 * @throws TypeError when the credentials are of a kind that the library does not take for Anthropic or cannot be sent, the base URL is
 * none, or there is no such surface
 */
export function modelsFor(settings: ClientSettings): ModelOf {
  surfaceOf(settings, 'Anthropic', ['ga', 'beta']);
  const access = { baseURL: `${baseUrlOf(settings)}/v1`, ...authentication(settings.credentials) };
  return (modelId, patch) =>
    createAnthropic({ ...access, ...patching(patch, (body) => withWholeContainer(body, patch)) })(modelId);
}

/** A container is its id, or an object with it: skills that a caller adds have their place in the object. */
function withWholeContainer(body: JsonObject, patch: JsonObject | undefined): JsonObject {
  const { container } = body;
  return typeof container === 'string' && isJsonObject(patch?.container)
    ? { ...body, container: { id: container } }
    : body;
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
      throw unusable(credentials, 'Anthropic', ['apiKey', 'bearerToken', 'tokenProvider']);
  }
}
