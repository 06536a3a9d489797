import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withFolderLock } from './folder-lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alone-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('of many that come at once, one at a time works, and none leaves a trace', async () => {
  let working = 0;
  const most: number[] = [];
  const turn = () =>
    withFolderLock(folder, async () => {
      most.push(++working);
      await readdir(folder);
      working--;
    });
  await Promise.all(Array.from({ length: 8 }, turn));
  expect(most).toEqual(Array.from({ length: 8 }, () => 1));
  expect(await readdir(folder)).toEqual([]);
});

test('who works all the time is named, with what to do', async () => {
  const end = Promise.withResolvers<void>();
  const first = withFolderLock(folder, () => end.promise);
  await expect(withFolderLock(folder, async () => {}, 0)).rejects.toMatchObject({
    message: `process ${process.pid} is writing to this folder`,
    hint: expect.stringContaining('--out'),
  });
  end.resolve();
  await first;
  await expect(withFolderLock(folder, async () => 'done', 0)).resolves.toBe('done');
});

test('a process that was killed keeps nobody waiting, and what it left is removed', async () => {
  // No process of Linux has such a number.
  await writeFile(join(folder, 'writing.99999999-0123abcd.tmp'), '');
  await writeFile(join(folder, 'results.json.99999999-0123abcd.tmp'), 'half of it');
  await writeFile(join(folder, 'notes.tmp'), 'not ours');
  await withFolderLock(folder, async () => {});
  expect(await readdir(folder)).toEqual(['notes.tmp']);
});

test('what fails inside gives the folder free', async () => {
  await expect(withFolderLock(folder, () => Promise.reject(new RangeError('mine')))).rejects.toThrow(RangeError);
  expect(await readdir(folder)).toEqual([]);
});
