import type { Adapter } from '../../../spec/contract/index.ts';
import { createClient } from './client.ts';

const id = 'llumiverse-mistral-chat';

/** Mistral Chat Completions through Llumiverse's `MistralAIDriver`, as the library is. */
export const adapter: Adapter = {
  id,
  implementation: 'llumiverse',
  providerApi: 'mistral-chat',
  createClient: (settings) => createClient(id, settings),
};
