import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'litellm',
  providerApi: 'openai-chat',
  load: async () => (await import('./adapter.ts')).adapter,
});
