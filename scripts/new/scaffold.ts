import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../../lib/data-file.ts';
import { assertKnown } from '../../lib/did-you-mean.ts';
import { UserError } from '../../lib/user-error.ts';
import { writeFilesAtomic } from '../../lib/write-atomic.ts';
import { providerApiIds, toolIds } from '../../matrix/ids.ts';
import { loadChecks } from '../../spec/checks/load.ts';
import { adapterId } from '../../spec/engine/case.ts';

/** What to make. */
export type NewThing =
  | { readonly kind: 'adapter'; readonly implementation: string; readonly providerApi: string }
  | { readonly kind: 'check'; readonly id: string }
  | { readonly kind: 'tool'; readonly id: string; readonly asOf: string };

/**
 * Makes a scaffold.
 *
 * @param isDryRun writes nothing
 * @returns what was written, or would be, and what is left to do
 * @throws {UserError} an id that is none or that there is already, or a file that is there: nothing is overwritten
 */
export async function make(thing: NewThing, root: string, isDryRun: boolean): Promise<NewFiles> {
  const files = await filesOf(thing, root);
  const there = Object.keys(files.create).find((path) => existsSync(join(root, path)));
  if (there !== undefined) {
    throw new UserError('this file exists already', {
      where: there,
      hint: 'choose another id, or remove the file first',
    });
  }
  if (isDryRun) return files;
  const created = Object.entries(files.create).map(([path, content]) => ({ path: join(root, path), content }));
  const edited = Object.entries(files.edit).map(([path, change]) => ({
    path: join(root, path),
    content: change(readText(join(root, path), 'file of the repository')),
  }));
  await writeFilesAtomic([...created, ...edited]);
  return files;
}

async function filesOf(thing: NewThing, root: string): Promise<NewFiles> {
  if (thing.kind === 'check') {
    if ((await loadChecks()).some(({ id }) => id === thing.id)) {
      throw new UserError(`check "${thing.id}" exists already`, { where: 'spec/checks', hint: 'choose another id' });
    }
    return checkFiles(thing.id);
  }
  if (thing.kind === 'tool') {
    if ((toolIds as readonly string[]).includes(thing.id)) {
      throw new UserError(`tool "${thing.id}" exists already`, { where: 'matrix/ids.ts', hint: 'choose another id' });
    }
    return toolFiles(thing.id, thing.asOf);
  }
  const { implementation, providerApi } = thing;
  assertKnown('provider API', providerApi, providerApiIds);
  return adapterFiles(implementation, providerApi, !existsSync(join(root, 'adapters', implementation, 'package.json')));
}

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
    [`${folder}/adapter.ts`]: `import type { Adapter, ChatClient, ClientSettings } from '../../../spec/contract/index.ts';

const here = '${folder}/adapter.ts';

/**
 * To be written: a client that sends what it is asked to the base URL of its settings. Everything comes from there: no
 * environment, no configuration file, no credentials of an SDK's own.
 */
function createClient({ baseUrl }: ClientSettings): ChatClient {
  throw new Error(\`createClient is still to be written, in \${here}: a client that sends to \${baseUrl}\`);
}

/** ${titleOf(providerApi)} through ${titleOf(implementation)}. */
export const adapter: Adapter = {
  id: '${id}',
  implementation: '${implementation}',
  providerApi: '${providerApi}',
  createClient,
};
`,
    [`${folder}/conformance.test.ts`]: `import { describeConformance } from '../../../spec/conformance.ts';

await describeConformance({
  implementation: '${implementation}',
  providerApi: '${providerApi}',
  load: async () => (await import('./adapter.ts')).adapter,
});
`,
  };
  const create = isFirst ? { ...packageFiles(implementation), ...own } : own;
  return {
    create,
    edit: {},
    next: [
      ...(isFirst
        ? [`add the library to adapters/${implementation}/package.json, with its exact version, and run: npm install`]
        : []),
      `write ${folder}/adapter.ts: a request, then a response, then a stream`,
      `see it: npm run atc -- run ${id}/function-calling/call-single`,
      `what the library cannot do is a known issue in adapters/${implementation}/${providerApi}/known-issues.yaml (docs/known-issues.md)`,
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
  [`adapters/${implementation}/README.md`]: `# ${titleOf(implementation)}

To be written: which library this is, in which version, and what one has to know of it. What it fails, or has no public way to
say, is in the \`known-issues.yaml\` of each provider API, with its evidence.
`,
});

/** The files of a check that compares nothing yet: it is applicable to no case, and never counts as asserted. Pure. */
export function checkFiles(id: string): NewFiles {
  demandId('a check', id);
  const name = id.replaceAll(/-(.)/g, (_, first: string) => first.toUpperCase());
  return {
    create: {
      [`spec/checks/${id}.ts`]: `import { type Check, contractSource, notApplicable } from './check.ts';

export const ${name}: Check = {
  id: '${id}',
  level: 'MUST',
  title: 'To be written: what is required, as a sentence.',
  reason: 'To be written: why it matters to an application.',
  sources: [contractSource],
  // For every step: what the wire says (step.wire, step.requests), held against what the adapter returned (step.adapter).
  judge: () => notApplicable,
};
`,
      [`spec/checks/${id}.test.ts`]: `import { expect, test } from 'vitest';
import { ${name} } from './${id}.ts';

test('compares nothing where there is nothing to compare', () => {
  expect(${name}.judge({ steps: [] } as never)).toEqual({ compared: 0, findings: [] });
});
`,
    },
    edit: {},
    next: [
      `write title, reason, sources and judge in spec/checks/${id}.ts, or in the file there of what it looks at`,
      `add the impact and evidence grade of each group of "${id}" to spec/verdicts/impacts.ts`,
      'break an adapter so that the check must see it: a row in a file broken….ts beside a reference adapter',
      `see it caught: npm run kill-matrix -- --check ${id}`,
      'see good adapters pass: npm run conformance',
    ],
  };
}

/**
 * The row of a tool, and a scenario file. No provider API names it yet, so it is unknown on each. Pure.
 *
 * @param asOf the day of its claims, `YYYY-MM-DD`
 */
export function toolFiles(id: string, asOf: string): NewFiles {
  demandId('a tool', id);
  const title = titleOf(id);
  return {
    create: {
      [`spec/scenarios/${id}.yaml`]: `# To be written: what is asked of ${title}, and why.
tool: ${id}
rejection:
  # Until the contract has words for the tool (spec/contract/tools.ts), a function of its name takes its place.
  tools: [{ type: function, name: ${id.replaceAll('-', '_')}, parameters: { type: object } }]

scenarios: []
`,
    },
    edit: {
      'matrix/ids.ts': (text) => insertedBefore(text, /(?<=toolIds = \[[^\]]*)\] as const;/, `  '${id}',\n`),
      'matrix/tools.json': (text) => withSource(withMember(text, id, row(id, title)), id, asOf),
    },
    next: [
      `describe ${title} and its origin in matrix/tools.json`,
      `add a cell to each provider API that has or lacks it: matrix/provider-apis/`,
      'add it to the contract in spec/contract/tools.ts, and declare it in its scenario file',
      `write the first scenario: spec/scenarios/${id}.yaml`,
      'write the schemas again: npm run schemas',
      `see it: npm run atc -- run ${id}`,
    ],
  };
}

/** The last member of the last object of a JSON file, written as the formatter does. */
const withMember = (text: string, id: string, value: string): string =>
  insertedBefore(text, /\n {2}\}\n\}\n$/, `,\n    "${id}": ${value}`);

const row = (id: string, title: string): string => `{
      "title": ${JSON.stringify(title)},
      "description": "To be written: what it does, in one sentence.",
      "origin": "${id}"
    }`;

function withSource(text: string, id: string, asOf: string): string {
  const source = `,
    "${id}": {
      "title": "To be written: who asked for the tool, and where that can be read",
      "date": "${asOf}"
    }`;
  return insertedBefore(text, /\n {2}\},\n {2}"tools": \{/, source);
}

/** What a scaffold consists of. Paths are relative to the repository. */
interface NewFiles {
  /** Texts of files that are not there yet. */
  readonly create: Readonly<Record<string, string>>;
  /** Files that are there, and what becomes of their texts. */
  readonly edit: Readonly<Record<string, (text: string) => string>>;
  /** What is left to do, a line each. */
  readonly next: readonly string[];
}

/** @throws {UserError} it is no id */
export function demandId(what: string, id: string): void {
  if (/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id) && id.length <= 40) return;
  throw new UserError(`"${id}" is not a valid id for ${what}`, {
    hint: 'an id consists of lower-case words with hyphens, at most 40 characters, for example web-search',
  });
}

/** `web-search` as a title: `Web Search`. */
export const titleOf = (id: string): string =>
  id.replace(/(^|-)(.)/g, (_, dash, first) => (dash ? ' ' : '') + first.toUpperCase());

/**
 * A text with something put before the last place where a pattern ends it.
 *
 * @throws {Error} the text has no such place: the file is not laid out as this tool knows it
 */
export function insertedBefore(text: string, end: RegExp, added: string): string {
  const found = end.exec(text);
  if (!found) throw new Error(`a file is not laid out as expected: nothing fits ${end}`);
  return text.slice(0, found.index) + added + text.slice(found.index);
}
