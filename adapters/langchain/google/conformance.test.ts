import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'langchain',
  providerApi: 'google',
  load: async () => (await import('./adapter.ts')).adapter,
});
