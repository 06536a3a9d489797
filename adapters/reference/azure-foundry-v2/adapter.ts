import type { Adapter } from '../../../spec/contract/index.ts';
import { storable } from '../shared/storable.ts';
import { createClient } from './client.ts';

const id = 'reference-azure-foundry-v2';

/**
 * Azure AI Foundry Agents v2 on the official SDK: versions of an agent, run through the OpenAI Responses API of the project by the
 * client of `openai` that the SDK hands out.
 */
export const adapter: Adapter = {
  id,
  implementation: 'reference',
  providerApi: 'azure-foundry-v2',
  createClient: (settings) => storable(createClient(id, settings)),
};
