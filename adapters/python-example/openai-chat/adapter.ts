import type { Adapter } from '../../../spec/contract/index.ts';
import { processAdapter } from '../../../spec/process/index.ts';

/** OpenAI Chat Completions (`POST /v1/chat/completions`), of OpenAI and of Azure OpenAI, in Python. */
export const adapter: Adapter = processAdapter({
  id: 'python-example-openai-chat',
  implementation: 'python-example',
  providerApi: 'openai-chat',
  program: 'python3',
  // Without compiled copies of its modules beside them.
  arguments: ['-B', '-m', 'openai-chat'],
  folder: `${import.meta.dirname}/..`,
  prerequisite: 'Install Python 3.10 or newer (Debian: apt-get install python3); it needs no packages.',
});
