import type { Adapter } from '../../../spec/contract/index.ts';
import { storable } from '../shared/storable.ts';
import { createClient } from './client.ts';

const id = 'reference-azure-foundry-agents';

/**
 * Azure AI Foundry Agent Service, classic (agents, threads, runs), API versions `v1` and `2025-05-15-preview`, on the official
 * SDK. The API is deprecated and retires on 2027-03-31.
 */
export const adapter: Adapter = {
  id,
  implementation: 'reference',
  providerApi: 'azure-foundry-agents',
  createClient: (settings) => storable(createClient(id, settings)),
};
