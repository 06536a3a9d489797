import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'langchain-chatgoogle',
  providerApi: 'google',
  load: async () => (await import('./adapter.ts')).adapter,
});
