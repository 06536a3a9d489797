import type { Adapter } from '../../../spec/contract/index.ts';
import { pythonAdapter } from '../../../spec/process/index.ts';

/** A module `google` would hide the package of Google's SDK. */
export const adapter: Adapter = pythonAdapter({
  implementation: 'agent-framework',
  providerApi: 'google',
  module: 'gemini',
});
