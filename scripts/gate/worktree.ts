/** A revision as files, for as long as they are needed. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../../files/temporary.ts';
import { UserError } from '../../files/user-error.ts';
import { git, gitProblem } from '../git.ts';

/** Folders of this program, with the process that made them. */
const folderName = /^atc-base-(\d+)-/;

/**
 * Puts a commit into a git worktree of its own, apart from the checkout, while it is used. Afterwards it is gone, however that ended; what a
 * process that was killed left behind is removed by the next.
 *
 * @param root the folder of the project in the checkout
 * @param use is given what begins that, once, and tells the project's folder at the commit as soon as it is there
 * @throws {UserError} git cannot make it.
 */
export async function withWorktree<T>(
  commit: string,
  root: string,
  use: (folder: () => Promise<string>) => Promise<T>,
  parent: string = tmpdir(),
): Promise<T> {
  await removeLeftBehind(parent);
  const folder = await mkdtemp(join(parent, `atc-base-${process.pid}-`));
  let made: Promise<string> | undefined;
  const begin = () => {
    made ??= checkOut(commit, root, join(folder, 'tree'));
    made.catch(() => {});
    return made;
  };
  try {
    return await use(begin);
  } finally {
    await made?.catch(() => {});
    await rm(folder, { recursive: true, force: true });
    await git(['worktree', 'prune'], root).catch(() => {});
  }
}

async function checkOut(commit: string, root: string, tree: string): Promise<string> {
  const prefix = (await git(['rev-parse', '--show-prefix'], root)).toString('utf8').trim();
  // A hook of the checkout has nothing to do with it.
  const add = ['-c', 'core.hooksPath=/dev/null', 'worktree', 'add', '--detach', '--quiet', tree, commit];
  await git(add, root).catch((error) => {
    throw new UserError(gitProblem(error, `git cannot check out ${commit} beside this checkout`), {
      hint: 'see `git worktree list`, and whether there is room in the folder for temporary files',
    });
  });
  return join(tree, prefix);
}

async function removeLeftBehind(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  const left = names.filter((name) => {
    const pid = folderName.exec(name)?.[1];
    return pid !== undefined && !isRunning(Number(pid));
  });
  await Promise.all(left.map((name) => rm(join(parent, name), { recursive: true, force: true })));
}
