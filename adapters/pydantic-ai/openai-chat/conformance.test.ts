import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'pydantic-ai',
  providerApi: 'openai-chat',
  load: async () => (await import('./adapter.ts')).adapter,
});
