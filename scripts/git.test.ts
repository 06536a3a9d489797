import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytesAt, filesAt, findRevision, touchedSince } from './git.ts';

let root: string;
let folder: string;
const git = (...command: string[]) =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...command], {
    cwd: root,
    stdio: 'pipe',
  });

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'revision-'));
  folder = join(root, 'inner');
  await mkdir(join(folder, 'a'), { recursive: true });
  git('init', '-q');
  for (const name of ['inner/a/kept', 'inner/a/ä changed', 'inner/a/removed', 'beside'])
    await writeFile(join(root, name), name);
  git('add', '-A');
  git('commit', '-qm', 'first');
  git('tag', 'v1');
  await writeFile(join(folder, 'a/ä changed'), 'otherwise');
  await writeFile(join(folder, 'a/added'), 'new');
  await writeFile(join(root, 'beside'), 'otherwise');
  await rm(join(folder, 'a/removed'));
});
afterAll(() => rm(root, { recursive: true }));

test('the files of a folder at a revision, and which of them may differ now', async () => {
  const head = await findRevision('HEAD', folder);
  expect(await filesAt(head, folder)).toEqual(['a/kept', 'a/removed', 'a/ä changed']);
  expect(await touchedSince(head, folder)).toEqual(['a/added', 'a/removed', 'a/ä changed']);
  expect((await bytesAt(head, folder, 'a/ä changed')).toString()).toBe('inner/a/ä changed');
  await expect(bytesAt(head, folder, 'a/added')).rejects.toThrow('git cannot read a/added at HEAD');
});

test('a revision by another name is the same', async () => {
  expect((await findRevision('v1', folder)).commit).toBe((await findRevision('HEAD', folder)).commit);
});

test.each(['--help', '-n', 'HEAD..main', 'HEAD:beside', 'a b', '$(true)', ''])(
  '%j is no name of a revision',
  async (name) => {
    await expect(findRevision(name, folder)).rejects.toMatchObject({
      name: 'UserError',
      message: `"${name}" is not a name of a revision`,
    });
  },
);

test('a revision that is not there, a folder that is no checkout, and no git, are told apart', async () => {
  await expect(findRevision('nowhere', folder)).rejects.toMatchObject({ message: 'unknown revision "nowhere"' });
  const plain = await mkdtemp(join(tmpdir(), 'plain-'));
  await expect(findRevision('HEAD', plain)).rejects.toMatchObject({
    message: expect.stringContaining('this folder is not in a git checkout'),
    hint: expect.stringContaining('name a folder'),
  });
  await rm(plain, { recursive: true });
  const { PATH } = process.env;
  process.env.PATH = join(root, 'nothing');
  try {
    await expect(findRevision('HEAD', folder)).rejects.toMatchObject({ message: 'git is not installed' });
  } finally {
    process.env.PATH = PATH;
  }
});
