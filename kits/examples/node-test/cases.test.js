import { after, test } from 'node:test';
import { prepareCases } from 'agent-tools-conformance/cases';
import { processAdapter } from 'agent-tools-conformance/process';

// The example in Python, as `init --kind python` begins one.
const adapter = processAdapter({
  id: 'mine-openai-chat',
  implementation: 'mine',
  providerApi: 'openai-chat',
  capabilities: { tools: ['web-search'] },
  program: 'python3',
  arguments: ['-B', '-m', 'openai-chat'],
  folder: `${import.meta.dirname}/python`,
  prerequisite: 'Install Python 3.10 or newer.',
});

const { cases, close } = await prepareCases({ adapter, scenarios: ['search-built-in-citations'] });
for (const { id, run } of cases) test(id, run);
after(close);
