import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { held, isClean, scan, scanText } from './scan.ts';

/** Of a kind that others know and we do not, so that it is found once. */
const secret = `${'shpat'}_${'a3b5c7d9'.repeat(4)}`;
let folder: string;
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@a.example', ...args], { cwd: folder, stdio: 'pipe' });
async function commit(files: Readonly<Record<string, string>>, message = 'a') {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  git('add', '-A');
  git('commit', '-qm', message);
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secrets-'));
  git('init', '-q');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('files as they are, as they were, and what commits say', async () => {
  await commit({ 'now.txt': `a\nb ${secret}`, 'was.txt': secret });
  await commit({ 'was.txt': 'nothing' }, `it was ${secret}`);
  const seen = await scan(folder);
  expect(seen).toMatchObject({ files: 2, kept: 1, commits: 2, partial: undefined });
  const { found } = held(seen.findings, []);
  expect(found.map(({ name, line, column, isNow }) => [name.replace(/ .*/, ''), line, column, isNow])).toEqual([
    ['now.txt', 2, 3, true],
    ['commit', expect.any(Number), 8, false],
    ['was.txt', 1, 1, false],
  ]);
  const text = scanText(seen, found, []);
  expect(text).toContain('2 files and the whole history (2 commits, 1 other objects): 3 findings');
  expect(text).toContain('was.txt:1:1: shopify: SHOPIFY_KEY (only in the history)');
  expect(text).not.toContain(secret);
});

test('what is allowed is allowed there alone, and has to be there', async () => {
  await commit({ 'a.txt': secret, 'b.txt': `b ${secret}` });
  const seen = await scan(folder);
  const [{ kind, sha256 } = { kind: '', sha256: '' }] = seen.findings;
  const allow = (path: string) => ({ path, kind, sha256, reason: 'for a test' });
  const { found, idle } = held(seen.findings, [allow('a.txt'), allow('c.txt')]);
  expect(found.map(({ name }) => name)).toEqual(['b.txt']);
  expect(idle.map(({ path }) => path)).toEqual(['c.txt']);
  expect(isClean(seen, [], idle)).toBe(false);
  expect(isClean(seen, [], [])).toBe(true);
  expect(scanText(seen, [], idle)).toContain('allowed, and not found: c.txt');
});

test('what is allowed in a file that was moved is allowed in its history', async () => {
  await commit({ 'old.txt': `was ${secret}` });
  await commit({ 'old.txt': 'nothing', 'new.txt': secret });
  const seen = await scan(folder);
  const [{ kind, sha256 } = { kind: '', sha256: '' }] = seen.findings;
  const entry = { path: 'new.txt', kind, sha256, reason: 'for a test' };
  expect(held(seen.findings, [entry])).toEqual({ found: [], idle: [] });
  expect(held(seen.findings, []).found.map(({ name }) => name)).toEqual(['new.txt', 'old.txt']);
});

test('the last commits alone, and of a shorter history all', async () => {
  await commit({ 'a.txt': secret });
  await commit({ 'a.txt': 'nothing' });
  const seen = await scan(folder, 1);
  expect(seen).toMatchObject({ commits: 1, partial: 'last', findings: [] });
  expect(scanText(seen, [], [])).toContain('1 files and the last of the history (1 commits, 0 other objects)');
  expect(isClean(seen, [], [{ path: 'b.txt', kind: 'a', sha256: 'a', reason: 'it is before' }])).toBe(true);
  expect(await scan(folder, 9)).toMatchObject({ commits: 2, partial: undefined, findings: [{ name: 'a.txt' }] });
});

test('a shallow clone does not say that it looked at the history', async () => {
  await commit({ 'a.txt': secret });
  await commit({ 'a.txt': 'nothing' });
  const clone = join(folder, 'clone');
  execFileSync('git', ['clone', '-q', '--depth', '1', pathToFileURL(folder).href, clone], { stdio: 'pipe' });
  const seen = await scan(clone);
  expect(seen).toMatchObject({ commits: 1, partial: 'shallow', findings: [] });
  expect(scanText(seen, [], [])).toContain('only the history of this shallow clone (1 commits');
  expect(isClean(seen, [], [{ path: 'a.txt', kind: '', sha256: '', reason: '' }])).toBe(true);
});

test('outside of git that is said', async () => {
  await expect(scan(tmpdir())).rejects.toMatchObject({ name: 'UserError' });
});
