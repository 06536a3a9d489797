import type { Adapter } from '../../../spec/contract/index.ts';
import { pythonAdapter } from '../../../spec/process/index.ts';

/** OpenAI Responses through Pydantic AI's `OpenAIResponsesModel`, as the library is. */
export const adapter: Adapter = pythonAdapter({ implementation: 'pydantic-ai', providerApi: 'openai-responses' });
