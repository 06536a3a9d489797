import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'langchain',
  providerApi: 'bedrock-converse',
  load: async () => (await import('./adapter.ts')).adapter,
});
