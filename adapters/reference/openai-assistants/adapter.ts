import type { Adapter } from '../../../spec/contract/index.ts';
import { storable } from '../shared/storable.ts';
import { createClient } from './client.ts';

const id = 'reference-openai-assistants';

/** OpenAI Assistants (assistants, threads, runs) on the official SDK. The API is retired: it answers no more. */
export const adapter: Adapter = {
  id,
  implementation: 'reference',
  providerApi: 'openai-assistants',
  createClient: (settings) => storable(createClient(id, settings)),
};
