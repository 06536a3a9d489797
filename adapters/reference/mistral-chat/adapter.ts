import type { Adapter } from '../../../spec/contract/index.ts';
import { storable } from '../shared/storable.ts';
import { createClient } from './client.ts';

const id = 'reference-mistral-chat';

/** Mistral's chat completions (`POST /v1/chat/completions`) on the official SDK. */
export const adapter: Adapter = {
  id,
  implementation: 'reference',
  providerApi: 'mistral-chat',
  createClient: (settings) => storable(createClient(id, settings)),
};
