import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'llumiverse',
  providerApi: 'anthropic',
  load: async () => (await import('./adapter.ts')).adapter,
});
