/** Files that a run really loads and reads are seen from outside: the keys must hold each of them, and no SDK of another adapter is among them. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { discoverAdapters, repositoryFolder } from '../../spec/engine/discover.ts';
import { planRun } from '../../spec/engine/plan.ts';
import { unitsOf } from './cache-unit.ts';
import { projectOf, workingTree } from './project.ts';
import { concerns, scopeOf } from './scope.ts';

/**
 * Writes to FILES_SEEN the name of every file that a process of vitest, which runs cases, loads as a module or opens; and of those of
 * packages that any process loads.
 */
const listFiles = `
  import fs from 'node:fs';
  import { registerHooks, syncBuiltinESMExports } from 'node:module';
  import { fileURLToPath } from 'node:url';
  const append = fs.appendFileSync;
  const isCases = /vitest.*forks/.test(process.argv[1] ?? '');
  registerHooks({
    load(url, context, next) {
      const path = url.startsWith('file:') ? fileURLToPath(url.replace(/\\?.*/, '')) : '';
      if (path.startsWith(process.cwd()) && (isCases || path.includes('/node_modules/')))
        append(process.env.FILES_SEEN, path + '\\n');
      return next(url, context);
    },
  });
  if (isCases) {
    const open = fs.openSync, read = fs.readFileSync, later = fs.promises.readFile, laterOpen = fs.promises.open;
    const seen = (file) => {
      const path = file instanceof URL || String(file).startsWith('file:') ? fileURLToPath(file) : String(file);
      if (path.startsWith(process.cwd())) append(process.env.FILES_SEEN, path + '\\n');
    };
    fs.openSync = (file, ...rest) => (seen(file), open(file, ...rest));
    fs.readFileSync = (file, ...rest) => (typeof file === 'number' || seen(file), read(file, ...rest));
    fs.promises.readFile = (file, ...rest) => (seen(file), later(file, ...rest));
    fs.promises.open = (file, ...rest) => (seen(file), laterOpen(file, ...rest));
    syncBuiltinESMExports();
  }`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loaded-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The files of the repository, and the packages. */
async function seenIn(
  adapter: string,
  tool: string,
): Promise<{ readonly files: readonly string[]; readonly packages: ReadonlySet<string> }> {
  const list = join(folder, adapter);
  const args = [
    'scripts/atc.js',
    'run',
    `${adapter}/${tool}`,
    '--cache',
    'none',
    '--out',
    join(folder, `${adapter}-out`),
  ];
  await promisify(execFile)(process.execPath, args, {
    cwd: repositoryFolder,
    env: {
      ...process.env,
      VITEST: '',
      FILES_SEEN: list,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(listFiles)}`,
    },
  });
  const paths = new Set((await readFile(list, 'utf8')).trim().split('\n'));
  const names = [...paths].map((path) => path.slice(repositoryFolder.length + 1));
  return {
    files: names.filter((name) => !name.startsWith('node_modules/')),
    packages: new Set(names.flatMap((name) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(name)?.[1] ?? [])),
  };
}

const packagesOfAll = (await discoverAdapters()).flatMap(({ packages }) => packages.map(({ name }) => name));
// What the suite itself is built on is no SDK.
const sdks = [...new Set(packagesOfAll)].filter((name) => !Object.hasOwn(packageJson.dependencies, name));

const project = projectOf(workingTree(repositoryFolder));

// One whose frames are read, one whose streams are read as events, one that is another process. By day `import-graph.test.ts` says what a file loads.
const asked = [
  ['reference-bedrock-agents', 'openapi', ['@aws-sdk/client-bedrock-agent-runtime', '@smithy/node-http-handler']],
  [
    'reference-anthropic',
    'web-search',
    ['@anthropic-ai/sdk', '@aws-sdk/client-bedrock-runtime', '@smithy/node-http-handler'],
  ],
  ['python-example-openai-chat', 'web-search', []],
] as const;

test.runIf(isNightly).for(asked)(
  'keys hold every file that cases of %s load or read',
  { timeout: 120_000 },
  async ([adapter, tool, own]) => {
    const selection = { cases: [`${adapter}/${tool}`] };
    const { cases } = await planRun(selection, '2026-11-20');
    const units = [...unitsOf(cases).keys()];
    const { files: seen, packages } = await seenIn(adapter, tool);
    // Sources, recordings and types: it saw what it should.
    for (const kind of [/^spec\/checks\//, /^recordings\/cassettes\//, /^schemas\/wire\//]) {
      expect(seen.filter((file) => kind.test(file)).length, String(kind)).toBeGreaterThan(0);
    }
    expect(sdks.length).toBeGreaterThan(5);
    expect(sdks.filter((name) => packages.has(name)).sort()).toEqual(own);
    const lost = seen
      .map((file) => scopeOf(file, project))
      .filter(({ scope }) => !units.some((unit) => concerns(scope, unit, project)));
    expect(lost.map(({ file, because }) => `${file}: ${because}`)).toEqual([]);
  },
);
