import type { Adapter } from '../../../spec/contract/index.ts';
import { createClient } from './client.ts';

const id = 'ai-sdk-openai-responses';

/** OpenAI Responses through the AI SDK and its providers `@ai-sdk/openai` (`openai.responses`) and `@ai-sdk/azure`. */
export const adapter: Adapter = {
  id,
  implementation: 'ai-sdk',
  providerApi: 'openai-responses',
  createClient: (settings) => createClient(id, settings),
};
