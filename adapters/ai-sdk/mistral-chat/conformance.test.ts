import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'ai-sdk',
  providerApi: 'mistral-chat',
  load: async () => (await import('./adapter.ts')).adapter,
});
