import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'reference',
  providerApi: 'xai-responses',
  load: async () => (await import('./adapter.ts')).adapter,
});
