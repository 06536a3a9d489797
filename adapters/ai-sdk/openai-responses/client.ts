import type { ChatClient, ClientSettings } from '../../../spec/contract/index.ts';
import { clientOf } from '../shared/client.ts';
import { openaiKey, openaiModels, openaiWords } from '../shared/openai.ts';
import { callFor, unsupportedSettings } from './call.ts';
import { readingOf } from './reading.ts';

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials or the base URL cannot be used
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const modelOf = openaiModels(settings, (provider, modelId) => provider.responses(modelId));
  const key = openaiKey(settings);
  const context = { settings, adapterId, modelOf };
  return clientOf(
    {
      words: openaiWords,
      reading: (options) => readingOf(key, options),
      call: (messages, options) => callFor(messages, options, context, key),
      unsupported: unsupportedSettings,
    },
    settings,
  );
}
