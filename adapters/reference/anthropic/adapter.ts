import type { Adapter } from '../../../spec/contract/index.ts';
import { storable } from '../shared/storable.ts';
import { createClient } from './client.ts';

const id = 'reference-anthropic';

/** Anthropic Messages (`POST /v1/messages`, API version 2026-10-21) on the official SDK. */
export const adapter: Adapter = {
  id,
  implementation: 'reference',
  providerApi: 'anthropic',
  createClient: (settings) => storable(createClient(id, settings)),
};
