import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writableFolder } from './writable-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'writable-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

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
