import type { Adapter } from '../../../spec/contract/index.ts';
import { createClient } from './client.ts';

const id = 'langchain-openai-chat';

/** OpenAI Chat Completions through LangChain's `ChatOpenAI`, as the library is. */
export const adapter: Adapter = {
  id,
  implementation: 'langchain',
  providerApi: 'openai-chat',
  createClient: (settings) => createClient(id, settings),
};
