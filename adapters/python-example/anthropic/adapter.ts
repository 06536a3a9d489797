import type { Adapter } from '../../../spec/contract/index.ts';
import { processAdapter } from '../../../spec/process/index.ts';

/** Anthropic Messages (`POST /v1/messages`, API version 2026-10-21), in Python. */
export const adapter: Adapter = processAdapter({
  id: 'python-example-anthropic',
  implementation: 'python-example',
  providerApi: 'anthropic',
  program: 'python3',
  // Without compiled copies of its modules beside them.
  arguments: ['-B', '-m', 'anthropic'],
  folder: `${import.meta.dirname}/..`,
  prerequisite: 'Install Python 3.10 or newer (Debian: apt-get install python3); it needs no packages.',
});
