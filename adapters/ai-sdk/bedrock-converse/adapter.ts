import type { Adapter } from '../../../spec/contract/index.ts';
import { createClient } from './client.ts';

const id = 'ai-sdk-bedrock-converse';

/** Amazon Bedrock Converse and ConverseStream through the AI SDK and its provider `@ai-sdk/amazon-bedrock`. */
export const adapter: Adapter = {
  id,
  implementation: 'ai-sdk',
  providerApi: 'bedrock-converse',
  createClient: (settings) => createClient(id, settings),
};
