import type { Adapter } from '../../../spec/contract/index.ts';
import { createClient } from './client.ts';

const id = 'langchain-bedrock-converse';

/** Amazon Bedrock Converse through LangChain's `ChatBedrockConverse`, as the library is. */
export const adapter: Adapter = {
  id,
  implementation: 'langchain',
  providerApi: 'bedrock-converse',
  createClient: (settings) => createClient(id, settings),
};
