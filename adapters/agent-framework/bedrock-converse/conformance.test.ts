import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: 'agent-framework',
  providerApi: 'bedrock-converse',
  load: async () => (await import('./adapter.ts')).adapter,
});
