import type { Adapter } from '../../../spec/contract/index.ts';
import { referenceAdapter } from '../shared/client.ts';
import { responsesApi } from '../shared/responses/client.ts';
import { Agents } from './agents.ts';
import { planCall } from './request.ts';
import { createSdk, endpointOf } from './sdk.ts';

/**
 * Azure AI Foundry Agents v2 on the official SDK: versions of an agent, run through the OpenAI Responses API of the project by the
 * client of `openai` that the SDK hands out.
 */
export const adapter: Adapter = referenceAdapter('azure-foundry-v2', (settings, inUse, adapterId) => {
  const sdk = createSdk(settings, inUse);
  const agents = new Agents(sdk, endpointOf(settings));
  return responsesApi(sdk, {
    async prepare(messages, options, stream, call) {
      const { definition, requestTo, warnings } = planCall(messages, options, { settings, adapterId, stream });
      return { body: requestTo(await agents.version(definition, call)), warnings };
    },
    /** Deletes the agent. Responses that the service keeps are the caller's. */
    close: (call) => agents.deleteAll(call),
  });
});
