import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'reference',
  providerApi: 'azure-foundry-agents',
  load: async () => (await import('./adapter.ts')).adapter,
});
