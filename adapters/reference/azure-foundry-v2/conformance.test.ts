import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'reference',
  providerApi: 'azure-foundry-v2',
  load: async () => (await import('./adapter.ts')).adapter,
});
