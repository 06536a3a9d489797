import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

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
