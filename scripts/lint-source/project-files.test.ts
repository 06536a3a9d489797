import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFiles } from './project-files.ts';

async function inFolder(test: (root: string) => Promise<void>): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'project-files-'));
  try {
    await test(root);
  } finally {
    await rm(root, { recursive: true });
  }
}

it('lists tracked and new files, and neither ignored nor deleted ones', () =>
  inFolder(async (root) => {
    for (const name of ['tracked ä.ts', 'new.ts', 'ignored.ts', 'deleted.ts']) await writeFile(join(root, name), '');
    await writeFile(join(root, '.gitignore'), 'ignored.ts\n');
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' });
    git('init', '--quiet');
    git('add', 'tracked ä.ts', 'deleted.ts');
    await rm(join(root, 'deleted.ts'));
    expect(projectFiles(root)).toEqual(['.gitignore', 'new.ts', 'tracked ä.ts']);
  }));

it('says what to do outside a checkout', () =>
  inFolder(async (root) => {
    expect(() => projectFiles(root)).toThrow(/cannot list the files of the project: (.|\n)*not a git repository/);
  }));
