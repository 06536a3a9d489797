import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'llumiverse',
  providerApi: 'openai-responses',
  load: async () => (await import('./adapter.ts')).adapter,
});
