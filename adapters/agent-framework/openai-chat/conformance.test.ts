import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'agent-framework',
  providerApi: 'openai-chat',
  load: async () => (await import('./adapter.ts')).adapter,
});
