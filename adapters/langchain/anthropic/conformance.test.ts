import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'langchain',
  providerApi: 'anthropic',
  load: async () => (await import('./adapter.ts')).adapter,
});
