/** The package as another repository has it: packed, unpacked into an empty project, and used there. Nothing is fetched. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type * as TypesWrong from '@arethetypeswrong/core';
import { parseSync } from 'oxc-parser';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { buildContract, buildPackage, buildRecordings, packageFile } from './pack.ts';

const run = promisify(execFile);
const timeout = 120_000;
/** By day the package is used as it was built, without its types, which take longer to make than all of the rest; every night it is packed. */
const types = isNightly;

let project: string;
let built: string;
let tarball: string;

beforeAll(async () => {
  project = await realpath(await mkdtemp(join(tmpdir(), 'package-')));
  const own = join(project, 'node_modules/agent-tools-conformance');
  built = isNightly ? join(project, 'built') : own;
  await buildPackage(built, { types });
  if (isNightly) {
    await mkdir(own, { recursive: true });
    const { stdout } = await run('npm', ['pack', '--json', '--offline', '--pack-destination', project], { cwd: built });
    tarball = join(project, JSON.parse(stdout)[0].filename);
    await run('tar', ['-xzf', tarball, '-C', own, '--strip-components=1']);
  }
  await buildRecordings('openai-chat', join(project, 'node_modules/agent-tools-conformance-openai-chat'));
  await lendDependencies();
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  await cp(join(repositoryFolder, 'adapters/python-example'), join(project, 'python'), {
    recursive: true,
    filter: (path) => !/\.ts$|node_modules/.test(path),
  });
  const kit = 'agent_tools_conformance';
  await cp(join(own, 'kits/python', kit), join(project, 'python', kit), { recursive: true });
}, timeout);
afterAll(() => rm(project, { recursive: true, force: true }));

/** What an installer would put beside it. */
async function lendDependencies(): Promise<void> {
  const { dependencies, peerDependencies } = JSON.parse(await readFile(join(built, 'package.json'), 'utf8'));
  for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
    const place = join(project, 'node_modules', name);
    await mkdir(join(place, '..'), { recursive: true });
    await symlink(await realpath(join(repositoryFolder, 'node_modules', name)), place);
  }
}

/** What a test file came to. */
interface Outcome {
  readonly status: string;
  readonly passed: number;
  readonly said: string;
}

/** Runs test files of ten lines, all at once, with the project's own vitest: of each call what came of it. */
async function suites(calls: readonly string[]): Promise<{ readonly code: number; readonly outcomes: Outcome[] }> {
  const folder = await mkdtemp(join(project, 'suites-'));
  const text = (call: string) => `import { processAdapter } from 'agent-tools-conformance/process';
import { describeConformance } from 'agent-tools-conformance/vitest';
const adapter = processAdapter({
  id: 'python-example-openai-chat', implementation: 'python-example', providerApi: 'openai-chat',
  program: 'python3', arguments: ['-B', '-m', 'openai-chat'], folder: import.meta.dirname + '/../python',
  prerequisite: 'Install Python 3.10 or newer.',
});
${call}
`;
  const files = calls.map((_, n) => join(folder, `${n}.test.ts`));
  await Promise.all(files.map((file, n) => writeFile(file, text(calls[n] ?? ''))));
  const { VITEST: _, VITEST_POOL_ID: __, VITEST_WORKER_ID: ___, ...env } = process.env;
  const options = { cwd: project, env: { ...env, NO_COLOR: '1', FORCE_COLOR: '' } };
  const report = join(folder, 'report.json');
  const own = ['--dir', folder, '--reporter=json', `--outputFile=${report}`];
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1', '--no-isolate', ...own];
  const code = await run(process.execPath, vitest, options).then(
    () => 0,
    (error: { readonly code: number }) => error.code,
  );
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as {
    readonly testResults: readonly {
      readonly name: string;
      readonly status: string;
      readonly message: string;
      readonly assertionResults: readonly { readonly status: string; readonly failureMessages: readonly string[] }[];
    }[];
  };
  const outcomes = files.map((file): Outcome => {
    const found = testResults.find(({ name }) => name === file) ?? expect.fail(`${file} did not run`);
    return {
      status: found.status,
      passed: found.assertionResults.filter(({ status }) => status === 'passed').length,
      said: [found.message, ...found.assertionResults.flatMap(({ failureMessages }) => failureMessages)].join('\n'),
    };
  });
  return { code, outcomes };
}

const cell = `tools: ['web-search'], scenarios: ['search-built-in-citations']`;

test('ten lines of test play the cases of an adapter, a known issue is as exact as anywhere, and what cannot be meant is refused', {
  timeout,
}, async () => {
  const entry = `{ title: 'It fails no more.', impact: 'loses', evidence: { grade: 'documented', source: 'x' }, cause: 'It was fixed.', upstream: 'not told yet', covers: { 'web-search/search-built-in-citations/complete': ['returns-text:text.missing'] } }`;
  const refused = [
    [`{ adapter, ${cell}, knownIssues: { fixed: ${entry} } }`, 'knownIssues/fixed'],
    [`{ adapter, tools: ['web-serach'] }`, 'no case matches this selection'],
    [
      `{ adapter: { ...adapter, providerApi: 'google' } }`,
      'the recordings of "google" are not installed\n  → npm install --save-dev agent-tools-conformance-google@',
    ],
  ] as const;
  const given = [`{ adapter, ${cell} }`, ...refused.map(([each]) => each)];
  const { code, outcomes } = await suites(given.map((each) => `await describeConformance(${each});`));
  expect(outcomes).toMatchObject([
    { status: 'passed', passed: 4 },
    ...refused.map(([, message]) => ({ status: 'failed', said: expect.stringContaining(message) })),
  ]);
  expect(code).toBe(1);
});

test.runIf(isNightly)('the cases run under node:test as well, without vitest', { timeout }, async () => {
  const file = join(project, 'cases.test.js');
  await cp(join(repositoryFolder, 'kits/examples/node-test/cases.test.js'), file);
  const { VITEST: _, NODE_TEST_CONTEXT: __, ...env } = process.env;
  const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap', file], { cwd: project, env });
  expect(stdout).toContain('ok 1 - mine-openai-chat/web-search/search-built-in-citations/complete');
  expect(stdout).toMatch(/^# pass 2$/m);
  expect(stdout).toMatch(/^# fail 0$/m);
});

const command = async (...words: string[]) => {
  const bin = join(project, 'node_modules/agent-tools-conformance/kits/command.js');
  const options = { cwd: project, env: { ...process.env, NO_COLOR: '1' } };
  return run(process.execPath, [bin, ...words], options).catch((error) => error as { stdout: string; stderr: string });
};

test('the command runs cases, and what it prints to type next works', { timeout }, async () => {
  const id = 'mine-openai-chat/web-search/search-built-in-citations/complete';
  const program = ['--command', 'python3 -B -m openai-chat', '--cwd', 'python'];
  expect((await command('run', 'mine-openai-chat')).stderr).toContain('type --adapter');
  // By day tests of vitest run the same case, above.
  if (!isNightly) return;
  const { stdout } = await command('run', id, ...program);
  expect(stdout).toContain('mine-openai-chat: 1 of 1 cases pass');
  expect((await command('can-i-use', id)).stdout).toContain(`pass ${id}`);
  expect((await command('reproduce', id)).stdout).toContain('Save as reproduction.mjs');
  expect((await command('report', 'badge')).stdout).toContain('<svg');
  expect((await command('run', '--adapter', 'package.json')).stderr).toContain('package.json: cannot be loaded');
});

test('all that the package prints to type is a command of it', { timeout }, async () => {
  const { stdout } = await command('--help');
  const offered = [...stdout.matchAll(/^ {2}([a-z-]+) {2,}/gm)].map(([, name]) => name);
  const names = (await readdir(built, { recursive: true })).filter((name) => /\.(js|yaml)$/.test(name));
  // What only maintainers meet: recordings that are missing, and names of tools in comments.
  const maintained = ['lint', 'record'];
  const typed = new Set<string>();
  for (const name of names) {
    const text = await readFile(join(built, name), 'utf8');
    for (const [, word = ''] of text.matchAll(/npx agent-tools-conformance ([a-z-]+)/g)) typed.add(word);
    expect([name, /npm run (--silent )?(atc|conformance)/.exec(text)]).toEqual([name, null]);
  }
  expect([...typed].filter((word) => ![...offered, ...maintained].includes(word))).toEqual([]);
});

test.runIf(types)('publint and are-the-types-wrong find nothing', { timeout }, async () => {
  const { messages } = await publint({ pkgDir: built, strict: true, pack: false });
  expect(messages).toEqual([]);
  // By its file: vitest asks packages for what they offer in development, which of this one is TypeScript.
  const compiled = join(repositoryFolder, 'node_modules/@arethetypeswrong/core/dist/index.js');
  const { checkPackage, createPackageFromTarballData } = (await import(compiled)) as typeof TypesWrong;
  const analysis = await checkPackage(createPackageFromTarballData(await readFile(tarball)));
  if (!analysis.types) expect.unreachable('the package has types');
  expect(Object.keys(analysis.entrypoints)).toContain('./vitest');
  const ofEsm = analysis.problems.filter(
    (problem) =>
      !('resolutionKind' in problem && ['node10', 'node16-cjs'].includes(problem.resolutionKind)) &&
      !('resolutionOption' in problem && problem.resolutionOption === 'node10'),
  );
  expect(ofEsm).toEqual([]);
});

test.runIf(types)('the contract alone needs no other package', { timeout }, async () => {
  const folder = join(project, 'contract');
  await buildContract(folder);
  for (const file of ['index.js', 'index.d.ts']) {
    const { staticImports } = parseSync(file, await readFile(join(folder, file), 'utf8')).module;
    expect([file, staticImports.map(({ moduleRequest }) => moduleRequest.value)]).toEqual([file, []]);
  }
  const { UnsupportedToolError } = await import(join(folder, 'index.js'));
  expect(new UnsupportedToolError('shell', 'mine', []).name).toBe('UnsupportedToolError');
  expect((await publint({ pkgDir: folder, strict: true, pack: false })).messages).toEqual([]);
});

test('it has what cases are made from, and nothing of this repository besides', { timeout }, async () => {
  const files = (await readdir(built, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const names = files.map((entry) => join(entry.parentPath, entry.name).slice(built.length + 1));
  const kinds = new Set(names.map((name) => /(\.d\.ts|\.[^.]+)$/.exec(name)?.[1] ?? name));
  const starts = ['.go', '.py', '.txt', '.yml'];
  const expected = ['.css', '.js', '.json', '.md', '.yaml', 'LICENSE', ...starts, ...(types ? ['.d.ts'] : [])];
  expect([...kinds].sort()).toEqual(expected.sort());
  // Kits bring what bridges share, and the start of an adapter.
  const strange =
    /(^|\/)(node_modules|fixtures|corpus)\/|^scripts\/(lint|gate|cache|import\/.*test|pack)|^adapters\/(?!(ai-sdk|langchain|reference)\/shared\/|reference\/openai-chat\/|python-example\/.*\.py$)/;
  expect(names.filter((name) => strange.test(name))).toEqual([]);
});

test('a package that the built files import and nobody lists is no package', () => {
  const own = {
    name: 'a',
    version: '1.0.0',
    description: 'd',
    license: 'MIT',
    engines: {},
    optional: { ai: '^7.0.0', vitest: '^5.0.0' },
  };
  const lists = { ...own, dependencies: { ajv: '8.0.0' } };
  expect(packageFile(lists, ['vitest', 'ajv', 'ai'])).toMatchObject({
    dependencies: { ajv: '8.0.0' },
    peerDependencies: { ai: '^7.0.0', vitest: '^5.0.0' },
    peerDependenciesMeta: { ai: { optional: true }, vitest: { optional: true } },
  });
  expect(() => packageFile(lists, ['lodash'])).toThrow('"lodash"');
});
