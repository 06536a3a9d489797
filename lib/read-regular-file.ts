import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { displayPath, UserError } from './user-error.ts';

/** The most bytes that a file of this project may have: several times the largest that a run was seen to write. */
const mostBytes = 64 * 2 ** 20;

/** How a file is read. */
export interface ReadOptions {
  /** A folder above the file; below it no step may be a link. Unless told, the file's own folder. */
  readonly within?: string | undefined;
  /** The most bytes that it may have. */
  readonly most?: number;
}

/**
 * The bytes of a file, or nothing where there is none. Nothing but a plain file of bounded size is read: neither a link, nor a
 * pipe that nobody writes to, nor a folder, nor a file that would fill the memory.
 *
 * Read at once: cases run one after the other, and a trip to another thread takes longer than a small file.
 *
 * @param what what the file should be, as the message says it
 * @throws {UserError} it is something else, too large, or cannot be read.
 */
export function readIfExists(path: string, what: string, reading: ReadOptions = {}): Buffer | undefined {
  const { within = dirname(path), most = mostBytes } = reading;
  rejectSymlinks(path, within, what);
  let file: number | undefined;
  try {
    // Without waiting: to open a pipe would last until somebody writes to it.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(file);
    if (stat.isFile() && stat.size <= most) return readFileSync(file);
    const problem = stat.isFile()
      ? `this ${what} has ${megabytes(stat.size)}; the limit is ${megabytes(most)}`
      : `is ${stat.isDirectory() ? 'a folder' : 'not a regular file'}; a ${what} must be a regular file`;
    throw new UserError(problem, {
      where: displayPath(path),
      hint: stat.isFile() ? 'shorten the file, or restore it' : 'put a regular file in its place',
    });
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new UserError(`cannot read this ${what} (${code ?? message})`, {
      where: displayPath(path),
      hint: 'check that it is a regular file that you may read',
    });
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** {@link readIfExists}, where the file must be there. @throws {UserError} it is missing, or as there. */
export function readRegularFile(path: string, what: string, reading: ReadOptions = {}): Buffer {
  const bytes = readIfExists(path, what, reading);
  if (bytes) return bytes;
  throw new UserError(`cannot read this ${what} (ENOENT)`, {
    where: displayPath(path),
    hint: 'restore the file, or correct the name',
  });
}

/**
 * Bytes as text, without a byte order mark.
 *
 * @throws {UserError} they are no text: not UTF-8, or with a NUL in it.
 */
export function decodeText(bytes: Buffer, path: string, what: string): string {
  const nul = bytes.indexOf(0);
  if (nul < 0 && isUtf8(bytes)) return bytes.toString('utf8').replace(/^\ufeff/, '');
  const problem = nul < 0 ? 'is not UTF-8' : `has a NUL at byte ${nul}`;
  throw new UserError(`this ${what} is not text: it ${problem}`, {
    where: displayPath(path),
    hint: 'restore the file, or save it as UTF-8',
  });
}

const megabytes = (bytes: number): string =>
  `${(bytes / 2 ** 20).toLocaleString('en', { maximumFractionDigits: 1 })} MiB`;

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
