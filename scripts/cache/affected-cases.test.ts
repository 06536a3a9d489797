import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { Case } from '../../spec/engine/case.ts';
import { affectedText, changedFiles, partedFrom } from './affected-cases.ts';
import { stateAt, workingTree } from './project.ts';

const since = { name: 'origin/main', commit: '0123456789abcdef' };
const cases = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `${i}` }) as Case);

test('what makes the most cases run comes first, and what nothing comes of is counted', () => {
  const why = [
    { file: 'README.md', because: 'words', cases: [] },
    { file: 'matrix/provider-apis/google.json', because: 'the claims of a column', cases: cases(1) },
    { file: 'spec/wire/\u001b[31m.ts', because: 'their cases load it', cases: cases(3) },
  ];
  const text = affectedText({ since, files: why.map(({ file }) => file), cases: cases(3), isEverything: false, why });
  expect(text.split('\n')).toEqual([
    '3 changed files since origin/main (0123456) can affect 3 cases:',
    '  spec/wire/\\u001b[31m.ts: 3 cases, their cases load it',
    '  matrix/provider-apis/google.json: 1 case, the claims of a column',
    '  1 file can affect none',
  ]);
});

test('where there are many files, few are named', () => {
  const why = Array.from({ length: 20 }, (_, i) => ({ file: `${i}`, because: 'it does', cases: cases(1) }));
  const text = affectedText({ since, files: why.map(({ file }) => file), cases: cases(1), isEverything: true, why });
  expect(text.split('\n')).toHaveLength(14);
  expect(text).toContain('can affect every case:');
  expect(text).toContain('  and 8 files more');
});

test('where nothing is affected, one line says so', () => {
  const nothing = { since, files: ['README.md'], cases: [], isEverything: false, why: [] };
  expect(affectedText(nothing)).toBe('no case can be affected by the 1 changed file since origin/main (0123456)');
});

/** The revision that a repository is compared with, and the files that are not as they were there. */
async function compared(folder: string, asked?: string) {
  const since = await partedFrom(folder, asked);
  return { since, files: changedFiles({ state: workingTree(folder) }, { state: await stateAt(since.commit, folder) }) };
}

/** What each repository begins with, once there was one. */
let begun: string | undefined;
let first = '';
afterAll(() => begun !== undefined && rmSync(begun, { recursive: true }));

/** A repository of its own: `git` runs in it, `write` gives a file of it other bytes. */
function repository(branch = 'main') {
  const folder = mkdtempSync(join(tmpdir(), 'since-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  const git = (...args: string[]) => {
    const who = ['-c', 'user.name=nobody', '-c', 'user.email=nobody@example.com'];
    return execFileSync('git', [...who, ...args], { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' }).trim();
  };
  const write = (name: string, text = name) => {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const commit = () => {
    git('add', '-A');
    git('commit', '-qm', 'a change');
    return git('rev-parse', 'HEAD');
  };
  if (begun === undefined) {
    git('init', '-q', '-b', 'main');
    for (const name of ['a', 'b', 'c', 'd', 'e']) write(name);
    write('.gitignore', 'ignored');
    first = commit();
    begun = mkdtempSync(join(tmpdir(), 'begun-'));
    cpSync(folder, begun, { recursive: true });
  } else cpSync(begun, folder, { recursive: true });
  if (branch !== 'main') git('branch', '-qm', branch);
  return { folder, git, write, first, commit };
}

test('committed, staged, unstaged, untracked, removed, renamed: all is changed since the branch began', async () => {
  const { folder, git, write, first, commit } = repository();
  git('switch', '-qc', 'mine');
  write('a', 'committed');
  commit();
  write('b', 'staged');
  git('add', 'b');
  write('c', 'unstaged');
  rmSync(join(folder, 'd'));
  git('mv', 'e', 'f');
  write('deep/er/new ünd.ts');
  write('ignored');
  expect(await compared(folder)).toEqual({
    since: { name: 'main', commit: first },
    files: ['a', 'b', 'c', 'd', 'deep/er/new ünd.ts', 'e', 'f'],
  });
});

test('what others changed meanwhile is not', async () => {
  const { folder, git, write, first, commit } = repository();
  git('switch', '-qc', 'mine');
  git('switch', '-q', 'main');
  write('a', 'by another');
  commit();
  git('switch', '-q', 'mine');
  write('b', 'by me');
  expect(await compared(folder)).toEqual({ since: { name: 'main', commit: first }, files: ['b'] });
});

test('what is at the remote comes before what is here; a revision that was named before both', async () => {
  const { folder, git, write, first, commit } = repository();
  git('update-ref', 'refs/remotes/origin/main', first);
  write('a', 'committed to main');
  const second = commit();
  write('b', 'not committed');
  expect(await compared(folder)).toEqual({ since: { name: 'origin/main', commit: first }, files: ['a', 'b'] });
  expect(await compared(folder, 'HEAD')).toEqual({ since: { name: 'HEAD', commit: second }, files: ['b'] });
});

test('where there is no main, what is not committed is changed', async () => {
  const { folder, write, first } = repository('trunk');
  write('a', 'not committed');
  expect(await compared(folder)).toEqual({ since: { name: 'HEAD', commit: first }, files: ['a'] });
});

test('a revision that is not there is refused, and so is one that has nothing in common', async () => {
  const { folder, git } = repository();
  await expect(partedFrom(folder, 'nowhere')).rejects.toThrow('unknown revision "nowhere"');
  git('switch', '-q', '--orphan', 'apart');
  git('commit', '-q', '--allow-empty', '-m', 'nothing');
  await expect(partedFrom(folder)).rejects.toMatchObject({
    message: 'this branch and "main" have no commit in common',
    hint: expect.stringContaining('git fetch --unshallow'),
  });
});
