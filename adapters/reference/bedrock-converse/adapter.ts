import type { Adapter } from '../../../spec/contract/index.ts';
import { storable } from '../shared/storable.ts';
import { createClient } from './client.ts';

const id = 'reference-bedrock-converse';

/** Amazon Bedrock Converse and ConverseStream (`POST /model/{modelId}/converse`, `/converse-stream`) on the official SDK. */
export const adapter: Adapter = {
  id,
  implementation: 'reference',
  providerApi: 'bedrock-converse',
  createClient: (settings) => storable(createClient(id, settings)),
};
