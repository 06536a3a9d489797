import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { rejectSymlinks } from './reject-symlinks.ts';
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
