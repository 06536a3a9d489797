import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'pydantic-ai',
  providerApi: 'openai-responses',
  load: async () => (await import('./adapter.ts')).adapter,
});
