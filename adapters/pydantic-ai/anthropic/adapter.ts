import type { Adapter } from '../../../spec/contract/index.ts';
import { pythonAdapter } from '../../../spec/process/index.ts';

/** Anthropic Messages through Pydantic AI's `AnthropicModel`, as the library is. */
export const adapter: Adapter = pythonAdapter({
  implementation: 'pydantic-ai',
  providerApi: 'anthropic',
  module: 'anthropic_messages',
});
