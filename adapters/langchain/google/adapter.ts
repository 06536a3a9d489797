import type { Adapter } from '../../../spec/contract/index.ts';
import { createClient } from './client.ts';

const id = 'langchain-google';

/** The Gemini API (`generateContent`) through LangChain's `ChatGoogleGenerativeAI`, as the library is. */
export const adapter: Adapter = {
  id,
  implementation: 'langchain',
  providerApi: 'google',
  createClient: (settings) => createClient(id, settings),
};
