import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'python-example',
  providerApi: 'openai-chat',
  load: async () => (await import('./adapter.ts')).adapter,
});
