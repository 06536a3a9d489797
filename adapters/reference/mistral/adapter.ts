import type { Adapter } from '../../../spec/contract/index.ts';
import { storable } from '../shared/storable.ts';
import { createClient } from './client.ts';

const id = 'reference-mistral';

/** Mistral Conversations (`POST /v1/conversations`) on the official SDK. */
export const adapter: Adapter = {
  id,
  implementation: 'reference',
  providerApi: 'mistral',
  createClient: (settings) => storable(createClient(id, settings)),
};
