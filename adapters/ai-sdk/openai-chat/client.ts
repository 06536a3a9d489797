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
  const modelOf = openaiModels(settings, (provider, modelId) => provider.chat(modelId));
  const context = { settings, adapterId, modelOf };
  const reading = readingOf(openaiKey(settings));
  return clientOf(
    {
      words: openaiWords,
      reading: () => reading,
      call: (messages, options) => callFor(messages, options, context),
      unsupported: unsupportedSettings,
    },
    settings,
  );
}
