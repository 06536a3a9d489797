import type { Adapter } from '../../../spec/contract/index.ts';
import { pythonAdapter } from '../../../spec/process/index.ts';

/** OpenAI Chat Completions through the Agents SDK's `OpenAIChatCompletionsModel`, as the library is. */
export const adapter: Adapter = pythonAdapter({ implementation: 'openai-agents', providerApi: 'openai-chat' });
