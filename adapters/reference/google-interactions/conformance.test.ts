import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'reference',
  providerApi: 'google-interactions',
  load: async () => (await import('./adapter.ts')).adapter,
});
