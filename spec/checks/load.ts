import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserError } from '../../files/user-error.ts';
import type { Check } from './check.ts';

/** Files of this folder that are no checks. */
const helpers = new Set(['check.ts', 'load.ts']);

/**
 * Every check of a folder, by id. They are found and not listed, so that a check exists when its file does.
 *
 * @throws {UserError} a file exports no check, or one of another id than its name.
 */
export async function loadChecks(folder: string = import.meta.dirname): Promise<readonly Check[]> {
  const names = (await readdir(folder)).filter((n) => n.endsWith('.ts') && !n.endsWith('.test.ts') && !helpers.has(n));
  return Promise.all(
    names.sort().map(async (name) => {
      const path = join(folder, name);
      const { check } = (await import(pathToFileURL(path).href)) as { check?: Check };
      if (check?.id !== name.replace(/\.ts$/, '')) {
        throw new UserError(`exports no check of its own name`, {
          where: `spec/checks/${name}`,
          hint: `export const check: Check = { id: '${name.replace(/\.ts$/, '')}', … }; helpers belong into a subfolder`,
        });
      }
      return check;
    }),
  );
}
