import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'python-example',
  providerApi: 'anthropic',
  load: async () => (await import('./index.ts')).adapter,
});
