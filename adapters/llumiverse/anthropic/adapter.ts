import type { Adapter } from '../../../spec/contract/index.ts';
import { createClient } from './client.ts';

const id = 'llumiverse-anthropic';

/** Anthropic Messages through Llumiverse's `AnthropicDriver`, as the library is. */
export const adapter: Adapter = {
  id,
  implementation: 'llumiverse',
  providerApi: 'anthropic',
  createClient: (settings) => createClient(id, settings),
};
