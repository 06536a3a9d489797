import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'agent-framework',
  providerApi: 'mistral-chat',
  load: async () => (await import('./adapter.ts')).adapter,
});
