import type { Adapter } from '../../../spec/contract/index.ts';
import { storable } from '../shared/storable.ts';
import { createClient } from './client.ts';

const id = 'reference-openai-chat';

/** OpenAI Chat Completions (`POST /v1/chat/completions`) on the official SDK, of OpenAI and of Azure OpenAI. */
export const adapter: Adapter = {
  id,
  implementation: 'reference',
  providerApi: 'openai-chat',
  createClient: (settings) => storable(createClient(id, settings)),
};
