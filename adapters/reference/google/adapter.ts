import type { Adapter } from '../../../spec/contract/index.ts';
import { storable } from '../shared/storable.ts';
import { createClient } from './client.ts';

const id = 'reference-google';

/** Google `generateContent` on the official SDK: the Gemini API (`/v1/`), or Vertex AI (`/v1beta1/`) as surface `vertex`. */
export const adapter: Adapter = {
  id,
  implementation: 'reference',
  providerApi: 'google',
  createClient: (settings) => storable(createClient(id, settings)),
};
