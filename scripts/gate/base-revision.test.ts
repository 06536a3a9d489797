/** A base at a revision: its files, packages and code, and what the gate asks of git, in repositories made for it. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listed } from '../../reports/fixtures/sample-issue.ts';
import { decideOn } from '../../reports/gate/fixtures/runs.ts';
import { findBase } from './base.ts';
import { baseRevision, haveSamePackages, lendPackages, withWorktree } from './base-revision.ts';
import { withAuthors } from './gate.ts';
import { runToEnd } from './revision/ask.ts';
import type { RevisionState } from './revision/schema.ts';
import { revisionFormatVersion } from './revision/version.ts';

let folder: string;
let root: string;
const gitIn = (cwd: string, ...command: string[]) =>
  execFileSync('git', ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com', ...command], {
    cwd,
    stdio: 'pipe',
  })
    .toString()
    .trim();
const git = (...command: string[]) => gitIn(root, ...command);
const commit = async (name: string, text: string) => {
  await mkdir(join(root, 'inner'), { recursive: true });
  await writeFile(join(root, 'inner', name), text);
  git('add', '-A');
  git('commit', '-qm', name);
  return git('rev-parse', 'HEAD');
};

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'gate-')));
  root = join(folder, 'repository');
  await mkdir(root);
  git('init', '-q', '-b', 'main');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a revision is there as files while it is used, and gone afterwards, also where that fails', async () => {
  const first = await commit('a', 'one');
  await commit('a', 'two');
  const inner = join(root, 'inner');
  const seen = await withWorktree(
    first,
    inner,
    async (made) => `${await readFile(join(await made(), 'a'), 'utf8')} in ${await made()}`,
    folder,
  );
  expect(seen).toMatch(/^one in .*\/atc-base-.*\/tree\/inner\/$/);
  const failing = withWorktree(first, inner, () => Promise.reject(new Error('no')), folder);
  await expect(failing).rejects.toThrow('no');
  expect(await readdir(folder)).toEqual(['repository']);
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
});

test('what a process left that was killed is removed by the next; that of one which runs stays', async () => {
  const first = await commit('a', 'one');
  const gone = execFileSync(process.execPath, ['-p', 'process.pid']).toString().trim();
  for (const pid of [gone, process.pid]) await mkdir(join(folder, `atc-base-${pid}-abc`));
  await withWorktree(first, root, async () => {}, folder);
  expect(await readdir(folder)).toEqual([`atc-base-${process.pid}-abc`, 'repository']);
});

test('what nobody asks for is not checked out', async () => {
  await commit('a', 'one');
  expect(await withWorktree('0'.repeat(40), root, async () => 'done', folder)).toBe('done');
  expect(await readdir(folder)).toEqual(['repository']);
});

test('a commit that is not there is told', async () => {
  await commit('a', 'one');
  const none = withWorktree('0'.repeat(40), root, (made) => made(), folder);
  await expect(none).rejects.toMatchObject({ message: expect.stringContaining('git cannot check out 0000') });
});

test('findBase() accepts results, a run folder, or a revision, of which it returns the common ancestor', async () => {
  const left = await commit('a', 'one');
  git('checkout', '-qb', 'topic');
  await commit('b', 'mine');
  git('checkout', '-q', 'main');
  const tip = await commit('c', 'of others');
  git('checkout', '-q', 'topic');
  expect(await findBase('main', root)).toMatchObject({
    kind: 'revision',
    commit: left,
    notes: [expect.stringContaining('the common ancestor with main')],
  });
  expect(await findBase(left, root)).toMatchObject({ commit: left, notes: [] });
  git('checkout', '-q', '--orphan', 'other');
  await commit('d', 'unrelated');
  expect(await findBase('main', root)).toMatchObject({
    commit: tip,
    notes: [expect.stringContaining('is not in this clone')],
  });
});

test.for([
  ['mian', '--base "mian": not a results file, run folder or git revision', 'did you mean "main"?'],
  ['.', 'this folder has no results.json', '--out'],
  ['a..b', 'not a results file, run folder or git revision', 'origin/main'],
] as const)('findBase("%s") rejects with the next step', async ([name, message, hint]) => {
  await commit('a', 'one');
  const found = findBase(name === '.' ? folder : name, root);
  await expect(found).rejects.toMatchObject({
    message: expect.stringContaining(message),
    hint: expect.stringContaining(hint),
  });
});

test('findBase() hints at git fetch in a shallow clone', async () => {
  await commit('a', 'one');
  const old = await commit('a', 'two');
  await commit('a', 'three');
  gitIn(folder, 'clone', '-q', '--depth=1', `file://${root}`, 'shallow');
  await expect(findBase(`${old}`, join(folder, 'shallow'))).rejects.toMatchObject({
    hint: expect.stringContaining('git fetch --deepen'),
  });
});

test('packages are lent by links; those of the project itself are of the other state', async () => {
  const other = join(folder, 'other');
  for (const at of [root, other]) {
    await mkdir(join(at, 'adapters/mine'), { recursive: true });
    await writeFile(join(at, 'package-lock.json'), '{}');
  }
  await mkdir(join(root, 'node_modules/@scope/inner'), { recursive: true });
  await mkdir(join(root, 'node_modules/.cache'));
  await mkdir(join(root, 'adapters/mine/node_modules/sdk'), { recursive: true });
  await mkdir(join(root, 'node_modules/plain'));
  for (const name of ['mine', 'gone']) {
    await symlink(`../../adapters/${name}`, join(root, 'node_modules/@scope', name));
  }
  expect(await haveSamePackages(root, other)).toBe(true);
  await lendPackages(root, other);
  const linked = (name: string) => readlink(join(other, name));
  expect(await linked('node_modules/plain')).toBe(join(root, 'node_modules/plain'));
  expect(await linked('node_modules/@scope/inner')).toBe(join(root, 'node_modules/@scope/inner'));
  expect(await linked('node_modules/@scope/mine')).toBe(join(other, 'adapters/mine'));
  expect(await linked('node_modules/@scope/gone')).toBe(join(other, 'adapters/gone'));
  expect(await linked('adapters/mine/node_modules/sdk')).toBe(join(root, 'adapters/mine/node_modules/sdk'));
  expect(existsSync(join(other, 'node_modules/.cache'))).toBe(false);
  await writeFile(join(other, 'package-lock.json'), '{ }');
  expect(await haveSamePackages(root, other)).toBe(false);
});

test('who listed a known issue is told where the line is committed, by name alone', async () => {
  await commit('known-issues.yaml', 'committed:\n  title: x\n');
  await writeFile(join(root, 'inner/known-issues.yaml'), 'committed:\n  title: x\nnot-yet:\n  title: x\n');
  const at = (id: string, line: number) => listed({ id, place: `inner/known-issues.yaml:${line}` });
  const decision = decideOn(({ after }) => {
    after.run.knownIssues = [listed(), at('committed', 1), at('not-yet', 3), at('elsewhere', 1), at('gone', 99)];
  });
  const { added } = (await withAuthors(decision, root)).knownIssues;
  expect(added.map(({ id, by }) => [id, by])).toEqual([
    ['committed', 'Somebody'],
    ['not-yet', undefined],
    ['elsewhere', undefined],
    ['gone', undefined],
  ]);
});

const state: RevisionState = {
  version: revisionFormatVersion,
  adapters: [],
  matrix: { tools: [], providers: [] },
  exceptions: [],
  cases: [],
};

/** A base whose command line gives an empty state. */
async function emptyProject(): Promise<string> {
  const project = join(folder, 'project');
  await mkdir(join(project, 'scripts'), { recursive: true });
  await writeFile(join(project, 'package.json'), '{ "type": "commonjs" }');
  const respond = `require('node:fs').writeFileSync(process.argv[4], ${JSON.stringify(JSON.stringify(state))})`;
  await writeFile(join(project, 'scripts/atc.js'), respond);
  return project;
}

const options = { root: tmpdir(), commit: 'abc', tell: () => {} };

test('state() asks the base once', async () => {
  let checkouts = 0;
  const base = baseRevision(async () => {
    checkouts++;
    return emptyProject();
  }, options);
  expect(await Promise.all([base.state(), base.state(false), base.state(true)])).toEqual([state, state, state]);
  expect(checkouts).toBe(1);
});

test('end() waits for a checkout that is going on, and nothing is asked afterwards', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const base = baseRevision(() => promise, options);
  const read = base.state();
  const order: string[] = [];
  const ended = base.end().then(() => order.push('ended'));
  resolve(await emptyProject());
  await expect(read.catch((error) => order.push('state') && Promise.reject(error))).rejects.toThrow('stopped before');
  await ended;
  expect(order).toEqual(['state', 'ended']);
});

test('a program that is ended takes along what it has started', { timeout: 30_000 }, async () => {
  const ending = new AbortController();
  const file = join(folder, 'pid');
  const inner = `require('fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000)`;
  const outer = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(inner)}]); setInterval(() => {}, 1000)`;
  const running = runToEnd(process.execPath, ['-e', outer], { cwd: folder, signal: ending.signal });
  const pid = await expect
    .poll(() => readFile(file, 'utf8').catch(() => ''), { timeout: 20_000 })
    .toMatch(/\d/)
    .then(() => readFile(file, 'utf8'));
  ending.abort();
  await expect(running).rejects.toThrow('stopped before a decision');
  await expect.poll(() => isThere(Number(pid)), { timeout: 10_000 }).toBe(false);
});

/** True while a process runs: one that has ended, and that nobody has waited for, does not. */
async function isThere(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat !== '' && !/\) [ZX] /.test(stat);
}
