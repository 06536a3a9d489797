import type { Adapter } from '../../../spec/contract/index.ts';
import { pythonAdapter } from '../../../spec/process/index.ts';

export const adapter: Adapter = pythonAdapter({ implementation: 'agent-framework', providerApi: 'bedrock-converse' });
