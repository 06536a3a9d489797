import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'pydantic-ai',
  providerApi: 'anthropic',
  load: async () => (await import('./adapter.ts')).adapter,
});
