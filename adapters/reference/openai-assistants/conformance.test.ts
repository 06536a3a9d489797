import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'reference',
  providerApi: 'openai-assistants',
  load: async () => (await import('./adapter.ts')).adapter,
});
