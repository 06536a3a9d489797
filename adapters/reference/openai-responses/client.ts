import type { ChatClient, ClientSettings } from '../../../spec/contract/index.ts';
import type { SecretInUse } from '../shared/credentials.ts';
import { createSdk } from '../shared/openai/sdk.ts';
import { responsesClient } from '../shared/responses/client.ts';
import { buildRequest } from './request.ts';

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials or the base URL cannot be used
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const inUse: SecretInUse = { secret: '' };
  return responsesClient({
    sdk: createSdk(settings, inUse),
    settings,
    inUse,
    prepare: (messages, options, stream) => buildRequest(messages, options, { settings, adapterId, stream }),
    /** The adapter creates nothing that it would have to delete: responses that OpenAI keeps are the caller's. */
    async close() {},
  });
}
