import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'llumiverse',
  providerApi: 'mistral-chat',
  load: async () => (await import('./adapter.ts')).adapter,
});
