import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'openai-agents',
  providerApi: 'openai-responses',
  load: async () => (await import('./adapter.ts')).adapter,
});
