import { execFileSync } from 'node:child_process';
import { UserError } from '../../files/user-error.ts';

/**
 * The files that git tracks under `root` and that are there, as paths relative to it; sorted.
 *
 * @throws {UserError} `root` is not in a git checkout, or git is not installed.
 */
export function trackedFiles(root: string): string[] {
  const list = (...flags: string[]) => git(root, 'ls-files', '-z', ...flags);
  const deleted = new Set(list('--deleted'));
  return [...new Set(list())].filter((path) => !deleted.has(path)).sort();
}

function git(root: string, ...args: string[]): string[] {
  try {
    const output = execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
      maxBuffer: 64 * 1024 * 1024,
    });
    return output.split('\0').filter((path) => path !== '');
  } catch (error) {
    throw new UserError(`cannot list the tracked files: ${(error as Error).message.trim()}`, {
      where: root,
      hint: 'lint compares what it read with what git tracks: run it in a git checkout, with git installed',
    });
  }
}
