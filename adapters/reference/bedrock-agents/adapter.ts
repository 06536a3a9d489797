import type { Adapter } from '../../../spec/contract/index.ts';
import { storable } from '../shared/storable.ts';
import { createClient } from './client.ts';

const id = 'reference-bedrock-agents';

/** Amazon Bedrock Agents (InvokeInlineAgent; InvokeAgent on the surface `invoke-agent`) on the official SDKs. */
export const adapter: Adapter = {
  id,
  implementation: 'reference',
  providerApi: 'bedrock-agents',
  createClient: (settings) => storable(createClient(id, settings)),
};
