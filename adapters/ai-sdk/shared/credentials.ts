/** Credentials as the library takes them: a key or a token, or a function that gives one. */

import { type AzureOpenAIProvider, createAzure } from '@ai-sdk/azure';
import { createOpenAI, type OpenAIProvider } from '@ai-sdk/openai';
import type { LanguageModel } from 'ai';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import {
  assertHeaderValue,
  type ClientSettings,
  type Credentials,
  mergePatch,
  parseBaseUrl,
  readToken,
  resolveSurface,
} from '../../../spec/contract/index.ts';
import type { ErrorWords } from './errors.ts';
import { asObject } from './json.ts';
import type { ModelOf } from './provider-bridge.ts';

/** What the library takes as a key for `Authorization: Bearer`, whatever the contract calls it. */
export function bearerOf(credentials: Credentials, title: string): string | (() => Promise<string>) {
  switch (credentials.type) {
    case 'apiKey':
      return assertHeaderValue(credentials.apiKey);
    case 'bearerToken':
      return assertHeaderValue(credentials.token);
    case 'tokenProvider':
      return () => readToken(credentials.getToken);
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

// The library's own way in for members it has no word for: `fetch` as middleware.

/**
 * A `fetch` that changes the body of each request; the platform's where there is nothing to change.
 *
 * @param whole writes out what stands shortened in a body, so that the patch finds its members
 */
export function patching(
  patch: JsonObject | undefined,
  whole: (body: JsonObject) => JsonObject = (body) => body,
): { fetch?: typeof globalThis.fetch } {
  if (patch === undefined) return {};
  return {
    fetch: (url, init) => {
      const body: JsonObject = JSON.parse(String(init?.body));
      return globalThis.fetch(url, { ...init, body: JSON.stringify(mergePatch(whole(body), patch)) });
    },
  };
}

// What the library's providers of OpenAI and of Azure OpenAI have in common.

export const openaiWords: ErrorWords = {
  title: 'OpenAI',
  requestIdHeader: 'x-request-id',
  codeOf: ({ code, type, response }) => code ?? asObject(asObject(response).error).code ?? type,
};

const surfaces = ['openai', 'azure-openai', 'openai-compatible'] as const;

const keys = { openai: 'openai', 'azure-openai': 'azure', 'openai-compatible': 'compatible' } as const;

/**
 * Under which name the library keeps what is the provider's own.
 *
 * @throws TypeError when there is no such surface
 */
export const openaiKey = (settings: Pick<ClientSettings, 'surface'>): 'azure' | 'compatible' | 'openai' =>
  keys[resolveSurface(settings, 'OpenAI', surfaces)];

/**
 * @param make the model of the API that is wanted
 * @throws TypeError when the credentials are of a kind that the library does not take or cannot be sent, the base URL is none, or there
 * is no such surface
 */
export function openaiModels(
  settings: ClientSettings,
  make: (provider: AzureOpenAIProvider | OpenAIProvider, modelId: string) => LanguageModel,
): ModelOf {
  const base = parseBaseUrl(settings);
  if (openaiKey(settings) === 'azure') {
    const access = { baseURL: `${base}/openai/v1`, ...azureAccess(settings.credentials) };
    return (modelId, patch) => make(createAzure({ ...access, ...patching(patch) }), modelId);
  }
  const access = { baseURL: `${base}/v1`, apiKey: bearerOf(settings.credentials, 'OpenAI') };
  return (modelId, patch) => make(createOpenAI({ ...access, ...patching(patch) }), modelId);
}

/** A key goes as `api-key`; everything else is a token, which the library asks for before each request. */
function azureAccess(credentials: Credentials) {
  if (credentials.type === 'apiKey') return { apiKey: assertHeaderValue(credentials.apiKey) };
  const token = bearerOf(credentials, 'Azure OpenAI');
  return { tokenProvider: async () => (typeof token === 'string' ? token : token()) };
}
