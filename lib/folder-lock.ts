import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pause } from './real-time.ts';
import { displayPath, UserError } from './user-error.ts';
import { isRunning, isTemporary, notWritten, processOf, removeLeftovers, temporaryName } from './write-atomic.ts';

/** How long one writer waits for another, in milliseconds: writing lasts a second or two. */
const patience = 30_000;

/**
 * Does something to a folder while nobody else does: files that belong together come from one writer then. While it lasts, a
 * file `writing.<process>-….tmp` says whose turn it is; that of a process which was killed counts for nothing.
 *
 * A file for each writer, never one for all: nobody can take away what another has just put there.
 *
 * @param longest how long to wait for others, in milliseconds
 * @throws {UserError} another process writes there all the time, or the folder cannot be written to.
 */
export async function withFolderLock<T>(folder: string, work: () => Promise<T>, longest = patience): Promise<T> {
  const own = await claim(folder, longest);
  try {
    return await work();
  } finally {
    await rm(own, { force: true });
  }
}

async function claim(folder: string, longest: number): Promise<string> {
  const end = performance.now() + longest;
  for (;;) {
    const own = temporaryName(join(folder, 'writing'));
    await writeFile(own, '', { flag: 'wx' }).catch((error) => {
      throw notWritten(error, folder);
    });
    const others = (await claims(folder)).filter((path) => path !== own);
    const [other] = others.filter((path) => isRunning(processOf(path)));
    if (other === undefined) {
      await removeLeftovers(folder);
      return own;
    }
    await rm(own, { force: true });
    if (performance.now() > end) {
      throw new UserError(`process ${processOf(other)} is writing to this folder`, {
        where: displayPath(folder),
        hint: 'wait until it ends, or choose another folder with --out',
      });
    }
    // By chance, or two that came at once would give way to each other for ever.
    await pause(10 + Math.random() * 40);
  }
}

const claims = async (folder: string): Promise<string[]> =>
  (await readdir(folder))
    .filter((name) => name.startsWith('writing.') && isTemporary(name))
    .map((n) => join(folder, n));
