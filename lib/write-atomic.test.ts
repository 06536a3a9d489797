import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writableFolder, writeFileAtomic } from './write-atomic.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atomic-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('writes into folders that are not there yet, and leaves no temporary file', async () => {
  await writeFileAtomic(join(folder, 'a/b.json'), '{}');
  expect(await readFile(join(folder, 'a/b.json'), 'utf8')).toBe('{}');
  expect(await readdir(join(folder, 'a'))).toEqual(['b.json']);
});

test('a write that fails leaves the old file whole and no temporary file', async () => {
  const path = join(folder, 'old');
  await writeFile(path, 'old');
  // Content of a kind that the file system refuses, after the temporary file was opened.
  await expect(writeFileAtomic(path, { not: 'content' } as unknown as string)).rejects.toThrow();
  expect(await readFile(path, 'utf8')).toBe('old');
  expect(await readdir(folder)).toEqual(['old']);
});

test('a folder that is missing is made, with those above it', async () => {
  const path = await writableFolder(join(folder, 'a/b'));
  expect((await stat(path)).isDirectory()).toBe(true);
});

test('a path that is empty, or leads through a file, is refused with what to do', async () => {
  await writeFile(join(folder, 'file'), '');
  await expect(writableFolder('')).rejects.toMatchObject({ hint: expect.stringContaining('--out') });
  await expect(writableFolder(join(folder, 'file/out'))).rejects.toMatchObject({
    message: expect.stringContaining('cannot write to this folder (ENOTDIR)'),
    hint: expect.stringContaining('--out'),
  });
});
