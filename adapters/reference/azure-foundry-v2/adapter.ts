import { AIProjectClient } from '@azure/ai-projects';
import type OpenAI from 'openai';
import type { Adapter, ClientSettings } from '../../../spec/contract/index.ts';
import { credentialOf } from '../shared/azure.ts';
import { referenceAdapter } from '../shared/client.ts';
import { callersAlone } from '../shared/openai.ts';
import { responsesApi } from '../shared/responses/client.ts';
import type { SecretInUse } from '../shared/settings.ts';
import { Agents } from './agents.ts';
import { planCall } from './request.ts';

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

// The SDK's client, made of the caller's settings and of nothing else.

/**
 * The client of `openai` that the project hands out: its base URL is the project's `/openai/v1`, and it asks the credential for
 * a token with every request.
 *
 * @param inUse is kept up to date
 * @throws TypeError when the credentials are of a kind that Azure AI Foundry does not take or cannot be sent, or the base URL is none
 */
function createSdk(settings: ClientSettings, inUse: SecretInUse): OpenAI {
  const credential = credentialOf(settings.credentials, inUse);
  const project = new AIProjectClient(endpointOf(settings), credential, {
    // Said, because the SDK asks the environment otherwise.
    tracingOptions: { experimental: false },
  });
  return project.getOpenAIClient(callersAlone(settings));
}

/** The project's own address: its agents stand below it, and so does the Responses API. */
const endpointOf = ({ baseUrl }: Pick<ClientSettings, 'baseUrl'>): string => baseUrl.replace(/\/+$/, '');
