/** The package that other repositories install, as a folder. */
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { build } from 'tsdown';
import { parse } from 'yaml';
import aiSdk from '../../adapters/ai-sdk/package.json' with { type: 'json' };
import langchain from '../../adapters/langchain/package.json' with { type: 'json' };
import packageJson from '../../package.json' with { type: 'json' };
import { recordingsPackage } from '../../recordings/format/recordings-package.ts';
import { pageScript } from '../../reports/pages/script.ts';
import { defaultFolder } from '../../reports/results/store.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';

/** What is read when cases run, and no code. */
const data: readonly string[] = [
  'adapters/python-example',
  'kits/python/agent_tools_conformance',
  'kits/templates',
  'LICENSE',
  'matrix/dialects.json',
  'matrix/limits.yaml',
  'matrix/errata.json',
  'matrix/provider-apis',
  'matrix/tools.json',
  'recordings/faults/regressions.yaml',
  'reports/pages/style',
  'recordings/freshness.json',
  'reports/reproduce/serve-responses.js',
  'reports/reproduce/serve_responses.py',
  'reports/snapshot/verdicts.json',
  'schemas',
  'spec/aliases.yaml',
  'spec/provider-apis',
  'spec/requirements',
  'spec/scenarios',
  'spec/wire/schemas/deviations.yaml',
];

/** What is typed here, and what in a repository that has the package alone. */
const typed: readonly (readonly [string, string])[] = [
  ['npm run atc -- record import', `npx ${packageJson.name} import`],
  ['npm run --silent atc --', `npx ${packageJson.name}`],
  ['npm run atc --', `npx ${packageJson.name}`],
  ['npm run conformance', `npx ${packageJson.name} run`],
  [defaultFolder, 'conformance/report'],
];

/** Puts what a user of the package types in the place of what is typed here: in code and data that show it, never in documents. */
async function asTyped(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!/\.(js|yaml)$/.test(name)) continue;
    const path = join(folder, name);
    const text = await readFile(path, 'utf8');
    const changed = typed.reduce((before, [here, there]) => before.replaceAll(here, there), text);
    if (changed !== text) await writeFile(path, changed);
  }
}

/** Takes the white space out of JSON, which nobody reads there, and writes YAML as JSON: to parse it takes seconds of each run. */
async function compact(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!/\.(json|yaml)$/.test(name)) continue;
    const path = join(folder, name);
    const text = await readFile(path, 'utf8');
    await writeFile(path, `${JSON.stringify(name.endsWith('.json') ? JSON.parse(text) : parse(text))}\n`);
  }
}

/** Data lies beside code, and is told from it by its name. */
const isData = (path: string): boolean =>
  !/\.ts$|\/(node_modules|__pycache__|known-issues\.yaml)(\/|$)|\/traffic\.json$|python-example\/(package\.json|README\.md)$/.test(
    path,
  );

/**
 * Builds the package: every module by itself as JavaScript with its types, at its own place, so that it finds its data as it does here.
 *
 * @param folder is emptied first
 * @param types whether it has types, which take most of the time; it has unless told
 * @throws {Error} something cannot be compiled, or imports a package that is not listed.
 */
export async function buildPackage(folder: string, { types = true } = {}): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await build({
    config: false,
    cwd: repositoryFolder,
    // Checks, and what belongs to a provider API, are found and not imported.
    entry: [...entryFiles, 'spec/checks/*.ts', 'spec/provider-apis/*/{reader,fault-traits}.ts', '!**/*.test.ts'],
    root: repositoryFolder,
    outDir: folder,
    unbundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.20',
    fixedExtension: false,
    deps: { neverBundle: true },
    dts: types,
    outputOptions: { comments: { jsdoc: false } },
    logLevel: 'silent',
  });
  for (const place of data) {
    await cp(join(repositoryFolder, place), join(folder, place), { recursive: true, filter: isData });
  }
  await asTyped(folder);
  await compact(folder);
  // Here it is made when a page is; there the tool that makes it need not be installed.
  const script = `export const pageScript = async () => ${JSON.stringify(await pageScript())};\n`;
  await writeFile(join(folder, 'reports/pages/script.js'), script);
  await cp(join(repositoryFolder, 'docs/use-in-your-repository.md'), join(folder, 'README.md'));
  const optional = {
    ai: `^${aiSdk.dependencies.ai}`,
    '@langchain/core': `^${langchain.dependencies['@langchain/core']}`,
    vitest: `^${packageJson.devDependencies.vitest}`,
    // Second opinions of a probe, and the reader of claims: any version will do.
    '@anthropic-ai/sdk': '*',
    openai: '*',
    'oxc-parser': '*',
  };
  const own = packageFile({ ...packageJson, optional }, await importedBy(folder));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
}

/**
 * Builds the package with the recordings of one provider API.
 *
 * @param folder is emptied first
 */
export async function buildRecordings(providerApi: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const cassettes = join('cassettes', providerApi);
  await cp(join(repositoryFolder, 'recordings', cassettes), join(folder, cassettes), { recursive: true });
  const { name, version, license } = packageJson;
  const own = {
    name: recordingsPackage(providerApi),
    version,
    description: `Recordings of ${providerApi} for ${name}.`,
    license,
    ...('repository' in packageJson ? { repository: packageJson.repository } : {}),
    exports: { './package.json': './package.json' },
  };
  await writePackage(folder, own, `It has no code: [${name}](https://www.npmjs.com/package/${name}) reads it.`);
}

/**
 * Builds the package with the contract alone, for who writes an adapter: types, errors and JSON Schemas, without a dependency.
 *
 * @param folder is emptied first
 */
export async function buildContract(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await build({
    config: false,
    cwd: repositoryFolder,
    entry: ['spec/contract/index.ts'],
    outDir: folder,
    format: 'esm',
    platform: 'node',
    target: 'node22.20',
    fixedExtension: false,
    deps: { alwaysBundle: [/./] },
    dts: true,
    outputOptions: { comments: { jsdoc: false } },
    logLevel: 'silent',
  });
  const { name, version, license, engines } = packageJson;
  const own = {
    name: `${name}-contract`,
    version,
    description: `The contract of an adapter for ${name}: types, errors, JSON Schemas.`,
    license,
    type: 'module',
    engines,
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './*.schema.json': './*.schema.json',
      './package.json': './package.json',
    },
  };
  for (const schema of ['contract.schema.json', 'process.schema.json']) {
    await cp(join(repositoryFolder, 'schemas', schema), join(folder, schema));
  }
  await writePackage(folder, own, 'An adapter is an object of the type `Adapter`.');
}

async function writePackage(
  folder: string,
  own: { readonly name: string; readonly description: string },
  more: string,
) {
  await cp(join(repositoryFolder, 'LICENSE'), join(folder, 'LICENSE'));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
  await writeFile(join(folder, 'README.md'), `# ${own.name}\n\n${own.description} ${more}\n`);
}

/** The packages that JavaScript and types of a folder import, each once. */
async function importedBy(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  const files = names.filter((name) => /\.(js|d\.ts)$/.test(name));
  const found = files.map(async (name) => {
    const text = await readFile(join(folder, name), 'utf8');
    const { module } = parseSync(name, text);
    const asked = [
      ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest?.value)),
      ...[...text.matchAll(/\b(?:import|require)\((["'])([^"']+)\1\)/g)].map(([, , specifier]) => specifier),
    ];
    return asked.flatMap((specifier) => packageOf(specifier) ?? []);
  });
  return [...new Set((await Promise.all(found)).flat())];
}

function packageOf(specifier: string | undefined): string | undefined {
  if (!specifier || specifier.startsWith('.') || isBuiltin(specifier)) return undefined;
  return /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
}

/** What is imported, by the name behind the package's own. */
const entries = {
  'ai-sdk': 'kits/ai-sdk',
  cases: 'kits/cases',
  gateway: 'kits/gateway',
  langchain: 'kits/langchain',
  vitest: 'kits/vitest',
  contract: 'spec/contract/index',
  matrix: 'matrix/index',
  process: 'spec/process/index',
} as const;

/** The TypeScript files that are imported from outside, and the command. */
const entryFiles: readonly string[] = [...Object.values(entries), 'kits/command'].map((file) => `${file}.ts`);

/** What is taken over from the package file of the repository. */
interface OwnPackage {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: object;
  /** Set by whoever publishes. */
  readonly repository?: object;
  readonly dependencies: Readonly<Record<string, string>>;
  /** Ranges of what is not installed unless asked for: who uses a kit has its library, and a second copy would know nothing of it. */
  readonly optional: Readonly<Record<string, string>>;
}

/**
 * The package file of what is published. Pure.
 *
 * @param own that of the repository
 * @param imported names of the packages that the built files import
 * @throws {Error} one of them is no dependency of the repository.
 */
export function packageFile(own: OwnPackage, imported: readonly string[]): object {
  const versions: Readonly<Record<string, string>> = { ...own.dependencies, ...own.optional };
  const versionOf = (name: string): string => {
    const version = versions[name];
    if (version === undefined) throw new Error(`the package imports "${name}", which package.json does not list`);
    return version;
  };
  const of = (names: readonly string[], range: (version: string) => string) =>
    Object.fromEntries(names.toSorted().map((name) => [name, range(versionOf(name))]));
  const { name, version, description, license, engines, repository, optional } = own;
  const isPeer = (each: string) => each in optional;
  return {
    name,
    version,
    description,
    license,
    ...(repository ? { repository } : {}),
    type: 'module',
    engines,
    bin: { [name]: './kits/command.js' },
    exports: {
      ...Object.fromEntries(
        Object.entries(entries).map(([path, file]) => [
          `./${path}`,
          { types: `./${file}.d.ts`, default: `./${file}.js` },
        ]),
      ),
      './schemas/*.json': './schemas/*.json',
      './package.json': './package.json',
    },
    dependencies: of(
      imported.filter((each) => !isPeer(each)),
      (exact) => exact,
    ),
    peerDependencies: of(imported.filter(isPeer), (range) => range),
    peerDependenciesMeta: Object.fromEntries(imported.filter(isPeer).map((each) => [each, { optional: true }])),
  };
}
