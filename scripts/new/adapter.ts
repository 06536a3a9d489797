import { adapterId } from '../../spec/engine/case.ts';
import { demandId, type NewFiles, titleOf } from './new-files.ts';

/**
 * The files of an adapter that says of every call what is to be written next: its cases run, and fail. Pure.
 *
 * @param isFirst whether the implementation has no adapter yet, and so no package
 * @throws {UserError} the implementation's name is no id
 */
export function adapterFiles(implementation: string, providerApi: string, isFirst: boolean): NewFiles {
  demandId('an implementation', implementation);
  const id = adapterId(implementation, providerApi);
  const folder = `adapters/${implementation}/${providerApi}`;
  const own = {
    [`${folder}/index.ts`]: "export { adapter } from './adapter.ts';\n",
    [`${folder}/adapter.ts`]: `import type { Adapter } from '../../../spec/contract/index.ts';
import { createClient } from './client.ts';

/** ${titleOf(providerApi)} through ${titleOf(implementation)}. */
export const adapter: Adapter = {
  id: '${id}',
  implementation: '${implementation}',
  providerApi: '${providerApi}',
  createClient,
};
`,
    [`${folder}/client.ts`]: `import type { ChatClient, ClientSettings } from '../../../spec/contract/index.ts';

const here = '${folder}/client.ts';

/**
 * To be written: a client that sends what it is asked to the base URL of its settings. Everything comes from there: no
 * environment, no configuration file, no credentials of an SDK's own.
 */
export function createClient({ baseUrl }: ClientSettings): ChatClient {
  throw new Error(\`createClient is still to be written, in \${here}: a client that sends to \${baseUrl}\`);
}
`,
    [`${folder}/client.test.ts`]: `import { expect, test } from 'vitest';
import { createClient } from './client.ts';

const settings = {
  baseUrl: 'https://provider.example',
  model: 'm',
  credentials: { type: 'apiKey', apiKey: 'key' },
  maxOutputTokens: 10,
  timeout: 1000,
  wait: async () => {},
} as const;

test('says what is still to be written', () => {
  expect(() => createClient(settings)).toThrow('createClient is still to be written');
});
`,
    [`${folder}/conformance.test.ts`]: `import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: '${implementation}',
  providerApi: '${providerApi}',
  load: async () => (await import('./index.ts')).adapter,
  exceptions: \`\${import.meta.dirname}/../exceptions.yaml\`,
});
`,
  };
  const create = isFirst ? { ...packageFiles(implementation), ...own } : own;
  return {
    create,
    edit: {},
    next: [
      ...(isFirst
        ? [
            `put the library into adapters/${implementation}/package.json, with its exact version, and type: npm install`,
          ]
        : []),
      `write ${folder}/client.ts: a request, then an answer, then a stream`,
      `see it: npm run atc -- run --adapter ${id} --tool function-calling --scenario single-call`,
      `what the library cannot do goes to adapters/${implementation}/exceptions.yaml, with its source`,
    ],
  };
}

const packageFiles = (implementation: string): NewFiles['create'] => ({
  [`adapters/${implementation}/package.json`]: `${JSON.stringify(
    {
      name: `@agent-tools-conformance/${implementation}`,
      version: '0.1.0',
      description: `${titleOf(implementation)}, as it is, behind the contract.`,
      license: 'MIT',
      private: true,
      type: 'module',
    },
    null,
    2,
  )}\n`,
  [`adapters/${implementation}/exceptions.yaml`]: `# What ${titleOf(implementation)} does otherwise, or has no public way to say.
exceptions: []
`,
  [`adapters/${implementation}/README.md`]: `# ${titleOf(implementation)}

To be written: which library this is, in which version, and what one has to know of it. What it fails, or has no public way to
say, stands in [\`exceptions.yaml\`](exceptions.yaml), each with its reason and source.
`,
});
