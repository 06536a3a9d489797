/** What the library's providers of OpenAI and of Azure OpenAI have in common. */
import { type AzureOpenAIProvider, createAzure } from '@ai-sdk/azure';
import { createOpenAI, type OpenAIProvider } from '@ai-sdk/openai';
import type { LanguageModel } from 'ai';
import {
  assertHeaderValue,
  type ClientSettings,
  type Credentials,
  parseBaseUrl,
  resolveSurface,
} from '../../../spec/contract/index.ts';
import { bearerOf, patching } from './credentials.ts';
import type { ErrorWords } from './errors.ts';
import { asObject } from './json.ts';
import type { ModelOf } from './provider-bridge.ts';

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
