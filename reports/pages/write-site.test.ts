import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { UserError } from '../../lib/user-error.ts';
import { manifestName } from './manifest.ts';
import { writeSite } from './write-site.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-'));
});
afterEach(() => rm(folder, { recursive: true }));

const files = (...paths: string[]) => paths.map((path) => ({ path, content: `of ${path}` }));
const there = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

it('takes the place of an earlier site, with all that only that one had', async () => {
  await writeSite(folder, files('index.html', 'case/a/b.html', 'case/c/d.html'));
  expect(await writeSite(folder, files('index.html', 'case/a/e.html'))).toBe(2);
  expect(await there()).toEqual(['case/a/e.html', 'index.html', manifestName]);
  expect(await readdir(join(folder, 'case'))).toEqual(['a']);
});

it('leaves the time of a file that says the same, and of no other', async () => {
  await writeSite(folder, files('same.json', 'other.json'));
  const day = new Date('2026-01-01T00:00:00Z');
  for (const name of ['same.json', 'other.json']) await utimes(join(folder, name), day, day);
  const other = { path: 'other.json', content: 'of other.jsoN' };
  await writeSite(folder, [...files('same.json'), other]);
  expect((await stat(join(folder, 'same.json'))).mtime).toEqual(day);
  expect((await stat(join(folder, 'other.json'))).mtime).not.toEqual(day);
  expect(await readFile(join(folder, 'other.json'), 'utf8')).toBe(other.content);
});

it('leaves alone what is not its own', async () => {
  await writeSite(folder, files('index.html', 'a/b.html'));
  await writeFile(join(folder, 'CNAME'), 'example.org');
  await writeFile(join(folder, 'a/notes.txt'), 'mine');
  await writeSite(folder, files('index.html'));
  expect(await there()).toEqual(['CNAME', 'a/notes.txt', 'index.html', manifestName]);
});

it('writes nothing into a folder that holds something else', async () => {
  await writeFile(join(folder, 'thesis.doc'), 'mine');
  await expect(writeSite(folder, files('index.html'))).rejects.toThrow(
    'this folder has "thesis.doc", which is not of an earlier site',
  );
  expect(await there()).toEqual(['thesis.doc']);
});

it('overwrites no file that is not its own, and nothing else then', async () => {
  await writeSite(folder, files('index.html'));
  await writeFile(join(folder, 'about.html'), 'mine');
  await expect(writeSite(folder, files('a.html', 'about.html'))).rejects.toThrow('not of an earlier site');
  expect(await there()).toEqual(['about.html', 'index.html', manifestName]);
});

it('goes through no link', async () => {
  await writeSite(folder, files('index.html'));
  const elsewhere = await mkdtemp(join(tmpdir(), 'elsewhere-'));
  await symlink(elsewhere, join(folder, 'case'));
  await expect(writeSite(folder, files('index.html', 'case/a.html'))).rejects.toBeInstanceOf(UserError);
  expect(await readdir(elsewhere)).toEqual([]);
  await rm(elsewhere, { recursive: true });
});

it('leaves the earlier site as it was where a page cannot be made', async () => {
  await writeSite(folder, files('index.html'));
  function* failing() {
    yield* files('index.html', 'more.html');
    throw new UserError('the evidence is gone');
  }
  await expect(writeSite(folder, failing())).rejects.toThrow('the evidence is gone');
  expect(await there()).toEqual(['index.html', manifestName]);
});

it('says what is wrong where the disk refuses, and leaves nothing half done', async () => {
  function* full() {
    yield* files('index.html');
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  }
  await expect(writeSite(folder, full())).rejects.toMatchObject({
    message: 'cannot write this file (ENOSPC)',
    hint: expect.stringContaining('free space on the disk'),
  });
  expect(await there()).toEqual([]);
});

it('believes no manifest that names what lies elsewhere', async () => {
  await writeFile(join(folder, manifestName), JSON.stringify({ version: 1, files: ['../mine.html'] }));
  await expect(writeSite(folder, files('index.html'))).rejects.toMatchObject({
    hint: expect.stringContaining('does not fit its schema'),
  });
});

it('removes what a process that was killed had made so far', async () => {
  await mkdir(join(folder, 'site.999999999-0123abcd.tmp'));
  await writeFile(join(folder, 'site.999999999-0123abcd.tmp/index.html'), 'half');
  await writeSite(folder, files('index.html'));
  expect(await there()).toEqual(['index.html', manifestName]);
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toBe('of index.html');
});
