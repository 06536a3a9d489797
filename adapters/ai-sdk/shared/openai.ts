/** What the library's providers of OpenAI and of Azure OpenAI have in common. */
import { type AzureOpenAIProvider, createAzure } from '@ai-sdk/azure';
import { createOpenAI, type OpenAIProvider } from '@ai-sdk/openai';
import type { LanguageModel } from 'ai';
import { baseUrlOf, type ClientSettings, type Credentials, sendable, surfaceOf } from '../../../spec/contract/index.ts';
import type { ModelOf } from './column.ts';
import { bearerOf } from './credentials.ts';
import type { ErrorWords } from './errors.ts';
import { asObject } from './json.ts';
import { patching } from './patching.ts';

export const openaiWords: ErrorWords = {
  title: 'OpenAI',
  requestIdHeader: 'x-request-id',
  codeOf: ({ code, type, response }) => code ?? asObject(asObject(response).error).code ?? type,
};

const surfaces = ['openai', 'azure-openai'] as const;

/**
 * Under which name the library keeps what is the provider's own.
 *
 * @throws TypeError when there is no such surface
 */
export const openaiKey = (settings: Pick<ClientSettings, 'surface'>): 'azure' | 'openai' =>
  surfaceOf(settings, 'OpenAI', surfaces) === 'azure-openai' ? 'azure' : 'openai';

/**
 * @param make the model of the API that is wanted
 * @throws TypeError when the credentials are of a kind that the library does not take or cannot be sent, the base URL is none, or there
 * is no such surface
 */
export function openaiModels(
  settings: ClientSettings,
  make: (provider: AzureOpenAIProvider | OpenAIProvider, modelId: string) => LanguageModel,
): ModelOf {
  const base = baseUrlOf(settings);
  if (openaiKey(settings) === 'azure') {
    const access = { baseURL: `${base}/openai/v1`, ...azureAccess(settings.credentials) };
    return (modelId, patch) => make(createAzure({ ...access, ...patching(patch) }), modelId);
  }
  const access = { baseURL: `${base}/v1`, apiKey: bearerOf(settings.credentials, 'OpenAI') };
  return (modelId, patch) => make(createOpenAI({ ...access, ...patching(patch) }), modelId);
}

/** A key goes as `api-key`; everything else is a token, which the library asks for before each request. */
function azureAccess(credentials: Credentials) {
  if (credentials.type === 'apiKey') return { apiKey: sendable(credentials.apiKey) };
  const token = bearerOf(credentials, 'Azure OpenAI');
  return { tokenProvider: async () => (typeof token === 'string' ? token : token()) };
}
