import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'agent-framework',
  providerApi: 'google',
  load: async () => (await import('./adapter.ts')).adapter,
});
