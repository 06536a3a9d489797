import { readdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserError } from '../../files/user-error.ts';
import type { Check } from './check.ts';

/** TypeScript here, and JavaScript in the package that is published. */
const extension = extname(import.meta.filename);

/** Files of this folder that are no checks. */
const helpers = new Set([`check${extension}`, `load${extension}`]);

/**
 * Every check of a folder, by id. They are found and not listed, so that a check exists when its file does.
 *
 * @throws {UserError} a file exports no check, or one of another id than its name.
 */
export async function loadChecks(folder: string = import.meta.dirname): Promise<readonly Check[]> {
  const names = (await readdir(folder)).filter(
    (n) => extname(n) === extension && !n.endsWith('.test.ts') && !helpers.has(n),
  );
  return Promise.all(
    names.sort().map(async (name) => {
      const path = join(folder, name);
      const { check } = (await import(pathToFileURL(path).href)) as { check?: Check };
      const id = basename(name, extension);
      if (check?.id !== id) {
        throw new UserError(`exports no check of its own name`, {
          where: `spec/checks/${name}`,
          hint: `export const check: Check = { id: '${id}', … }; helpers belong into a subfolder`,
        });
      }
      return check;
    }),
  );
}
