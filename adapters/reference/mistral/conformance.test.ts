import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'reference',
  providerApi: 'mistral',
  load: async () => (await import('./adapter.ts')).adapter,
});
