import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { displayPath, UserError } from './user-error.ts';

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
