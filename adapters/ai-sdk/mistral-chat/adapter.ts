import type { Adapter } from '../../../spec/contract/index.ts';
import { createClient } from './client.ts';

const id = 'ai-sdk-mistral-chat';

/** Chat completions of Mistral through the AI SDK and its provider `@ai-sdk/mistral`. */
export const adapter: Adapter = {
  id,
  implementation: 'ai-sdk',
  providerApi: 'mistral-chat',
  createClient: (settings) => createClient(id, settings),
};
