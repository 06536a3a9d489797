import type { Adapter } from '../../../spec/contract/index.ts';
import { pythonAdapter } from '../../../spec/process/index.ts';

/** OpenAI Chat Completions through LiteLLM's `acompletion`, as the library is. */
export const adapter: Adapter = pythonAdapter({ implementation: 'litellm', providerApi: 'openai-chat' });
