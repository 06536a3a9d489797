import type { Adapter } from '../../../spec/contract/index.ts';
import { pythonAdapter } from '../../../spec/process/index.ts';

/** OpenAI Responses through the Agents SDK's `OpenAIResponsesModel`, as the library is. */
export const adapter: Adapter = pythonAdapter({ implementation: 'openai-agents', providerApi: 'openai-responses' });
