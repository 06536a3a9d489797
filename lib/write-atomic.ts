import { randomBytes } from 'node:crypto';
import { closeSync, constants, fsync, lstatSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { access, type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { rejectSymlinks } from './read-regular-file.ts';
import { displayPath, UserError } from './user-error.ts';

/** A file to be written: where, and all that will stand in it. */
export interface NewFile {
  readonly path: string;
  /** Pieces are put together when the file is written, so that those of one file at a time are. */
  readonly content: string | Uint8Array | readonly Uint8Array[];
}

/**
 * Writes a file so that at every moment, even after a kill or a loss of power, either the old content or the new one is there,
 * whole. The folder is created where it is missing.
 *
 * @throws {UserError} it cannot be written (`ENOSPC`, `EACCES`, …); the old file is then untouched and no temporary file stays.
 */
export function writeFileAtomic(path: string, content: string | Uint8Array): Promise<void> {
  return writeFilesAtomic([{ path, content }]);
}

/**
 * Writes files that belong together, each as {@link writeFileAtomic} does. All of them are on disk, under other names, before
 * the first takes its place, in the order given: a disk that is full changes nothing, and a kill can fall between two of
 * them only in the moment of renaming. What killed processes left in the folders is removed.
 *
 * @param within a folder above the files, below which no step may be a link
 * @param more makes those that come behind, while the disk takes the others
 * @throws {UserError} one of them cannot be written; nothing was changed then.
 */
export async function writeFilesAtomic(
  files: readonly NewFile[],
  within?: string,
  more: () => Promise<readonly NewFile[]> = async () => [],
): Promise<void> {
  const staged: { readonly path: string; readonly temporary: string; readonly onDisk: Promise<void> }[] = [];
  /** What is in the folders already: to ask for each new name takes as long as to write it. */
  const there = new Map<string, ReadonlySet<string>>();
  let at = '';
  const stage = async ({ path, content }: NewFile) => {
    const folder = dirname(path);
    if (!there.has(folder)) {
      at = folder;
      if (within !== undefined && relative(within, folder) !== '') rejectSymlinks(folder, within, 'folder of a run');
      await mkdir(folder, { recursive: true });
      await removeLeftovers(folder);
      there.set(folder, new Set(await readdir(folder)));
    }
    at = path;
    if (there.get(folder)?.has(basename(path))) refuseFolder(path, within);
    const temporary = temporaryName(path);
    const onDisk = writeNew(temporary, content);
    staged.push({ path, temporary, onDisk });
    // It is awaited below.
    onDisk.catch(() => {});
  };
  try {
    for (const file of files) await stage(file);
    for (const file of await more()) await stage(file);
    for (const { path, onDisk } of staged) {
      at = path;
      await onDisk;
    }
    // At once, and with nothing in between: a kill has the less time to fall between two of them.
    for (const { path, temporary } of staged) {
      at = path;
      renameSync(temporary, path);
    }
  } catch (error) {
    await Promise.allSettled(staged.map(({ onDisk }) => onDisk));
    await Promise.all(staged.map(({ temporary }) => rm(temporary, { force: true })));
    throw notWritten(error, at);
  }
  await Promise.all([...there.keys()].map(syncFolder));
}

/** The file system's error as the user is told of it; any other as it is. */
export function notWritten(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof UserError || code === undefined || !/^E[A-Z0-9]+$/.test(code)) return error;
  return new UserError(`cannot write this file (${code})`, {
    where: displayPath(path),
    hint: `${remedies[code] ?? 'make the folder writable, or choose another'}; the old file is unchanged`,
  });
}

const remedies: Readonly<Record<string, string>> = {
  ENOSPC: 'free space on the disk, or choose a folder on another one',
  EDQUOT: 'free space: your quota is used up',
  EFBIG: 'raise the limit on the size of files',
  EISDIR: 'remove the folder of this name',
};

/** A file cannot take the place of a folder, and shall not take that of a link: found before others have taken theirs. */
function refuseFolder(path: string, within: string | undefined): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (within !== undefined && stat?.isSymbolicLink()) rejectSymlinks(path, within, 'file of a run');
  if (stat?.isDirectory()) throw Object.assign(new Error('a folder is in its place'), { code: 'EISDIR' });
}

/** All is written when it returns; that the disk has it takes longer than that, and no processor. */
async function writeNew(path: string, content: NewFile['content']): Promise<void> {
  const file = openSync(path, 'wx');
  try {
    writeFileSync(
      file,
      typeof content === 'string' || content instanceof Uint8Array ? content : Buffer.concat(content),
    );
    await onceSynced(file);
  } finally {
    closeSync(file);
  }
}

const onceSynced = promisify(fsync);

/** That the new names are kept, too, by a loss of power. Not every system can be asked for it. */
async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, 'r');
    await handle.sync();
  } catch {
    // The content is safe; the names will be soon.
  } finally {
    await handle?.close();
  }
}

const temporary = /\.(\d+)-[0-9a-f]{8}\.tmp$/;

/** The name of a file that exists only while this process writes, beside the one that it stands for; another every time. */
export const temporaryName = (path: string): string => `${path}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`;

/** True for the name of a file that some process made to write, or to say that it writes. */
export const isTemporary = (path: string): boolean => temporary.test(basename(path));

/** The process that made a temporary file. */
export const processOf = (path: string): number => Number(temporary.exec(basename(path))?.[1]);

/** True while a process of this machine runs. One of another user counts, though it may not be signalled. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Removes what processes that were killed left in a folder: nobody else will. A folder that is not there has nothing. */
export async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const left = names.filter((name) => isTemporary(name) && !isRunning(processOf(name)));
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true, recursive: true })));
}

/**
 * The absolute path of a folder that can be written to; it is made where it is missing.
 *
 * @throws {UserError} the path is empty, or the folder cannot be made or written to.
 */
export async function writableFolder(path: string): Promise<string> {
  if (path.trim() === '')
    throw new UserError('the name of the output folder is empty', { hint: 'for example --out reports/out' });
  const folder = resolve(path);
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new UserError(`cannot write to this folder (${(error as NodeJS.ErrnoException).code})`, {
      where: displayPath(folder),
      hint: 'make it writable, or choose another with --out',
    });
  }
  return folder;
}
