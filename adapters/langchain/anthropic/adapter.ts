import type { Adapter } from '../../../spec/contract/index.ts';
import { createClient } from './client.ts';

const id = 'langchain-anthropic';

/** Anthropic Messages through LangChain's `ChatAnthropic`, as the library is. */
export const adapter: Adapter = {
  id,
  implementation: 'langchain',
  providerApi: 'anthropic',
  createClient: (settings) => createClient(id, settings),
};
