import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'ai-sdk',
  providerApi: 'openai-responses',
  load: async () => (await import('./adapter.ts')).adapter,
});
