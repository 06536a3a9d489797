import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'ai-sdk',
  providerApi: 'openai-chat',
  load: async () => (await import('./adapter.ts')).adapter,
});
