import type { Adapter } from '../../../spec/contract/index.ts';
import { createClient } from './client.ts';

const id = 'reference-bedrock-converse';

/** Amazon Bedrock Converse and ConverseStream (`POST /model/{modelId}/converse`, `/converse-stream`) on the official SDK. */
export const adapter: Adapter = {
  id,
  implementation: 'reference',
  providerApi: 'bedrock-converse',
  createClient: (settings) => createClient(id, settings),
};
