import type { Adapter } from '../../../spec/contract/index.ts';
import { pythonAdapter } from '../../../spec/process/index.ts';

export const adapter: Adapter = pythonAdapter({
  implementation: 'agent-framework',
  providerApi: 'anthropic',
  module: 'anthropic_messages',
  // The framework keeps betas in a set, whose order is another in each process; two runs shall say the same.
  environment: { PYTHONHASHSEED: '0' },
});
