import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeFileAtomic } from './write-atomic.ts';

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
