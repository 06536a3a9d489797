import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../../files/data-file.ts';
import { demandKnown } from '../../files/demand-known.ts';
import { UserError } from '../../files/user-error.ts';
import { writeFilesAtomic } from '../../files/write-atomic.ts';
import { providerApiIds, toolIds } from '../../matrix/ids.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { loadChecks } from '../../spec/checks/load.ts';
import { adapterFiles } from './adapter.ts';
import { checkFiles } from './check.ts';
import type { NewFiles } from './new-files.ts';
import { toolFiles } from './tool.ts';

/** What to make. */
export type NewThing =
  | { readonly kind: 'adapter'; readonly implementation: string; readonly providerApi: string }
  | { readonly kind: 'check'; readonly id: string }
  | { readonly kind: 'tool'; readonly id: string; readonly asOf: string };

/**
 * Makes a scaffold.
 *
 * @param isDryRun writes nothing
 * @returns what was written, or would be, and what is left to do
 * @throws {UserError} an id that is none or that there is already, or a file that is there: nothing is overwritten
 */
export async function make(thing: NewThing, root: string, isDryRun: boolean): Promise<NewFiles> {
  const files = await filesOf(thing, root);
  const there = Object.keys(files.create).find((path) => existsSync(join(root, path)));
  if (there !== undefined) {
    throw new UserError('this file is there already, and nothing is overwritten', {
      where: there,
      hint: 'take another id, or remove it first',
    });
  }
  if (isDryRun) return files;
  const created = Object.entries(files.create).map(([path, content]) => ({ path: join(root, path), content }));
  const edited = Object.entries(files.edit).map(([path, change]) => ({
    path: join(root, path),
    content: change(readText(join(root, path), 'file of the repository')),
  }));
  await writeFilesAtomic([...created, ...edited]);
  return files;
}

async function filesOf(thing: NewThing, root: string): Promise<NewFiles> {
  if (thing.kind === 'check') {
    if ((await loadChecks()).some(({ id }) => id === thing.id)) {
      throw new UserError(`there is a check "${thing.id}" already`, { where: 'spec/checks', hint: 'take another id' });
    }
    return checkFiles(thing.id);
  }
  if (thing.kind === 'tool') {
    if ((toolIds as readonly string[]).includes(thing.id)) {
      throw new UserError(`there is a tool "${thing.id}" already`, { where: 'matrix/ids.ts', hint: 'take another id' });
    }
    return toolFiles(thing.id, await loadMatrix(join(root, 'matrix')), thing.asOf);
  }
  const { implementation, providerApi } = thing;
  demandKnown('provider API', providerApi, providerApiIds);
  return adapterFiles(implementation, providerApi, !existsSync(join(root, 'adapters', implementation, 'package.json')));
}
