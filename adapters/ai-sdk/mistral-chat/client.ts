import { createMistral } from '@ai-sdk/mistral';
import { baseUrlOf, type ChatClient, type ClientSettings, surfaceOf } from '../../../spec/contract/index.ts';
import { clientOf } from '../shared/client.ts';
import type { ModelOf } from '../shared/column.ts';
import { bearerOf } from '../shared/credentials.ts';
import { patching } from '../shared/patching.ts';
import { callFor, unsupportedSettings } from './call.ts';

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials or the base URL cannot be used
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const context = { settings, adapterId, modelOf: modelsFor(settings) };
  return clientOf(
    {
      words: {
        title: 'Mistral',
        requestIdHeader: 'mistral-correlation-id',
        codeOf: ({ code, type }) => code ?? type,
      },
      reading: () => ({ key: 'mistral' }),
      call: (messages, options) => callFor(messages, options, context),
      unsupported: unsupportedSettings,
    },
    settings,
  );
}

/** The library's model, made of the caller's settings and of nothing else. */
function modelsFor(settings: ClientSettings): ModelOf {
  surfaceOf(settings, 'Mistral', ['mistral']);
  const access = { baseURL: `${baseUrlOf(settings)}/v1`, apiKey: bearerOf(settings.credentials, 'Mistral') };
  return (modelId, patch) => createMistral({ ...access, ...patching(patch) }).chat(modelId);
}
