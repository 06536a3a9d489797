import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'reference',
  providerApi: 'anthropic',
  load: async () => (await import('./adapter.ts')).adapter,
});
