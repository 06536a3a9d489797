import type { ChatClient, ClientSettings } from '../../../spec/contract/index.ts';
import { clientOf } from '../shared/client.ts';
import { callFor, continued, unsupportedSettings } from './call.ts';
import { modelsFor } from './model.ts';
import { readingOf } from './reading.ts';

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials or the base URL cannot be used
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const context = { settings, adapterId, modelOf: modelsFor(settings) };
  return clientOf(
    {
      words: { title: 'Anthropic', requestIdHeader: 'request-id', codeOf: ({ type }) => type },
      reading: ({ tools = [] }) => readingOf(tools),
      call: (messages, options) => callFor(messages, options, context),
      unsupported: unsupportedSettings,
      continued,
    },
    settings,
  );
}
