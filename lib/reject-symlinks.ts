import { lstatSync, realpathSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { displayPath, UserError } from './user-error.ts';

/**
 * Refuses a path that leads through a symbolic link below `within`: it would be another file than its name says, and who
 * may write here could have anything on the machine read, quoted in a message or overwritten. The folder itself may be a
 * link: where the project lies is its owner's business.
 *
 * @param within a folder above the file
 * @param what what the file should be, as the message says it
 * @throws {UserError} a step below the folder is a link, or the path leads out of it.
 */
export function rejectSymlinks(path: string, within: string, what: string): void {
  const inside = relative(within, resolve(path));
  const steps = inside.split(sep);
  if (inside === '' || steps[0] === '..' || resolve(within, inside) !== join(resolve(within), inside)) {
    throw new UserError(`this ${what} is outside of its folder`, {
      where: displayPath(path),
      hint: `name a file below ${displayPath(within)}`,
    });
  }
  if (hasNoLinks(inside, within)) return;
  for (const step of steps.map((_, depth) => join(within, ...steps.slice(0, depth + 1)))) {
    if (isLink(step)) {
      throw new UserError(`is a symbolic link; a ${what} must be a regular file in regular folders`, {
        where: displayPath(step),
        hint: 'replace the link with the file',
      });
    }
  }
}

/** What cannot be looked at is no link; opening it will say why. */
function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/** True for a file that is there and behind no link; one question instead of one per step. */
function hasNoLinks(inside: string, within: string): boolean {
  try {
    return realpathSync.native(join(within, inside)) === join(realpathSync.native(within), inside);
  } catch {
    return false;
  }
}
