import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserError } from '../../lib/user-error.ts';
import type { Check } from './check.ts';

/** TypeScript here, and JavaScript in the package that is published. */
const extension = extname(import.meta.filename);

/** Files of this folder that have no checks. */
const helpers = new Set([`check${extension}`, `load${extension}`]);

/**
 * Every check of a folder, by id. They are found and not listed, so that a check exists when a file exports it.
 *
 * @throws {UserError} a file exports no check, or one of an id that another has.
 */
export async function loadChecks(folder: string = import.meta.dirname): Promise<readonly Check[]> {
  const names = (await readdir(folder)).filter(
    (n) => extname(n) === extension && !n.endsWith('.test.ts') && !helpers.has(n),
  );
  const byId = new Map<string, Check>();
  const modules = await Promise.all(
    names.sort().map(async (name) => [name, await import(pathToFileURL(join(folder, name)).href)] as const),
  );
  for (const [name, module] of modules) {
    const exported: unknown[] = Object.values(module);
    const where = `spec/checks/${name}`;
    if (!exported.some(isCheck)) {
      const hint = 'export const <name>: Check = { id: …, … }; helpers belong into a subfolder';
      throw new UserError('exports no check', { where, hint });
    }
    for (const check of exported.filter(isCheck)) {
      if (byId.has(check.id)) {
        throw new UserError(`check id "${check.id}" is already used`, { where, hint: 'choose another id' });
      }
      byId.set(check.id, check);
    }
  }
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

const isCheck = (value: unknown): value is Check =>
  typeof value === 'object' && value !== null && 'id' in value && 'judge' in value;
