import { execFileSync } from 'node:child_process';
import { UserError } from '../../lib/user-error.ts';

/**
 * The files of the project under `root`: what git tracks, and what it would track were it added. Paths relative to
 * `root`, sorted; files that are deleted but still tracked are left out.
 *
 * @throws {UserError} `root` is not in a git checkout, or git is not installed.
 */
export function projectFiles(root: string): string[] {
  const deleted = new Set(listFiles(root, '--deleted'));
  const known = new Set(listFiles(root, '--cached', '--others', '--exclude-standard'));
  return [...known].filter((path) => !deleted.has(path)).sort();
}

/** What `git ls-files` prints of each file. @throws {UserError} as {@link projectFiles}. */
export function listFiles(root: string, ...flags: string[]): string[] {
  try {
    const output = execFileSync('git', ['ls-files', '-z', ...flags], {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
      maxBuffer: 2 ** 26,
    });
    return output.split('\0').filter((path) => path !== '');
  } catch (error) {
    throw new UserError(`cannot list the files of the project: ${(error as Error).message.trim()}`, {
      where: root,
      hint: 'run the command in a git checkout, with git installed',
    });
  }
}
