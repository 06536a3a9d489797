import type { ChatClient, ClientSettings } from '../../../spec/contract/index.ts';
import { callLimit } from '../shared/call-limit.ts';
import type { SecretInUse } from '../shared/credentials.ts';
import { responsesClient } from '../shared/responses/client.ts';
import { Agents } from './agents.ts';
import { planCall } from './request.ts';
import { createSdk, endpointOf } from './sdk.ts';

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials or the base URL cannot be used
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const inUse: SecretInUse = { secret: '' };
  const sdk = createSdk(settings, inUse);
  const agents = new Agents({ sdk, endpoint: endpointOf(settings), inUse });
  return responsesClient({
    sdk,
    settings,
    inUse,
    async prepare(messages, options, stream, limit) {
      const { definition, requestTo, warnings } = planCall(messages, options, { settings, adapterId, stream });
      return { body: requestTo(await agents.version(definition, limit)), warnings };
    },

    /** Deletes the agent. Responses that the service keeps are the caller's. */
    async close() {
      const limit = callLimit(settings.timeout);
      try {
        await agents.deleteAll(limit);
      } catch (error) {
        throw limit.reached() ?? error;
      } finally {
        limit.release();
      }
    },
  });
}
