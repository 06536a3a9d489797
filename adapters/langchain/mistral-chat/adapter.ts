import type { Adapter } from '../../../spec/contract/index.ts';
import { createClient } from './client.ts';

const id = 'langchain-mistral-chat';

/** Mistral chat completions through LangChain's `ChatMistralAI`, as the library is. */
export const adapter: Adapter = {
  id,
  implementation: 'langchain',
  providerApi: 'mistral-chat',
  createClient: (settings) => createClient(id, settings),
};
