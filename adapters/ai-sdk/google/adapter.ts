import type { Adapter } from '../../../spec/contract/index.ts';
import { createClient } from './client.ts';

const id = 'ai-sdk-google';

/** The Gemini API (`generateContent`) through the AI SDK and its provider `@ai-sdk/google`. */
export const adapter: Adapter = {
  id,
  implementation: 'ai-sdk',
  providerApi: 'google',
  createClient: (settings) => createClient(id, settings),
};
