import type { Adapter } from '../../../spec/contract/index.ts';
import { createClient } from './client.ts';

const id = 'ai-sdk-anthropic';

/** Anthropic Messages through the AI SDK (`generateText`, `streamText`) and its provider `@ai-sdk/anthropic`. */
export const adapter: Adapter = {
  id,
  implementation: 'ai-sdk',
  providerApi: 'anthropic',
  createClient: (settings) => createClient(id, settings),
};
