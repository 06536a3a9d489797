import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'ai-sdk',
  providerApi: 'google',
  load: async () => (await import('./adapter.ts')).adapter,
});
