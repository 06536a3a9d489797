import type { Adapter } from '../../../spec/contract/index.ts';
import { storable } from '../shared/storable.ts';
import { createClient } from './client.ts';

const id = 'reference-openai-responses';

/** OpenAI Responses (`POST /v1/responses`) on the official SDK. */
export const adapter: Adapter = {
  id,
  implementation: 'reference',
  providerApi: 'openai-responses',
  createClient: (settings) => storable(createClient(id, settings)),
};
