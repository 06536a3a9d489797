import type { Adapter } from '../../../spec/contract/index.ts';
import { createClient } from './client.ts';

const id = 'llumiverse-openai-chat';

/** OpenAI Chat Completions through Llumiverse's `OpenAIChatCompletionsDriver`, as the library is. */
export const adapter: Adapter = {
  id,
  implementation: 'llumiverse',
  providerApi: 'openai-chat',
  createClient: (settings) => createClient(id, settings),
};
