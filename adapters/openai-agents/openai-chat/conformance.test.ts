import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'openai-agents',
  providerApi: 'openai-chat',
  load: async () => (await import('./adapter.ts')).adapter,
});
