import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'reference',
  providerApi: 'google',
  load: async () => (await import('./adapter.ts')).adapter,
});
