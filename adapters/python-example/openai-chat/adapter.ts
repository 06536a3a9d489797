import type { Adapter } from '../../../spec/contract/index.ts';
import { pythonAdapter } from '../../../spec/process/index.ts';

/** OpenAI Chat Completions (`POST /v1/chat/completions`), of OpenAI and of Azure OpenAI, in Python. */
export const adapter: Adapter = pythonAdapter({
  implementation: 'python-example',
  providerApi: 'openai-chat',
  module: 'openai-chat',
});
