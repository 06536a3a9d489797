import type { Adapter } from '../../../spec/contract/index.ts';
import { createClient } from './client.ts';

const id = 'llumiverse-openai-responses';

/** OpenAI Responses through Llumiverse's `OpenAIResponsesDriver`, as the library is. */
export const adapter: Adapter = {
  id,
  implementation: 'llumiverse',
  providerApi: 'openai-responses',
  createClient: (settings) => createClient(id, settings),
};
