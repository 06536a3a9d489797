import type { Adapter } from '../../../spec/contract/index.ts';
import { createClient } from './client.ts';

const id = 'ai-sdk-openai-chat';

/** OpenAI Chat Completions through the AI SDK and its providers `@ai-sdk/openai` (`openai.chat`) and `@ai-sdk/azure`. */
export const adapter: Adapter = {
  id,
  implementation: 'ai-sdk',
  providerApi: 'openai-chat',
  createClient: (settings) => createClient(id, settings),
};
