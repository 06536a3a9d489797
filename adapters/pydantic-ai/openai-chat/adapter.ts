import type { Adapter } from '../../../spec/contract/index.ts';
import { pythonAdapter } from '../../../spec/process/index.ts';

/** OpenAI Chat Completions through Pydantic AI's `OpenAIChatModel`, as the library is. */
export const adapter: Adapter = pythonAdapter({ implementation: 'pydantic-ai', providerApi: 'openai-chat' });
