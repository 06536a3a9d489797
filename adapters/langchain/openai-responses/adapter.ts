import type { Adapter } from '../../../spec/contract/index.ts';
import { createClient } from './client.ts';

const id = 'langchain-openai-responses';

/** OpenAI Responses through LangChain's `ChatOpenAI` with `useResponsesApi`, as the library is. */
export const adapter: Adapter = {
  id,
  implementation: 'langchain',
  providerApi: 'openai-responses',
  createClient: (settings) => createClient(id, settings),
};
