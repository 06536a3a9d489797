import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'ai-sdk',
  providerApi: 'bedrock-converse',
  load: async () => (await import('./adapter.ts')).adapter,
});
