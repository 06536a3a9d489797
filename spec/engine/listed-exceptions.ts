import { join } from 'node:path';
import { repositoryFolder } from './discover.ts';
import { type Exception, loadExceptions } from './exceptions.ts';

/** An exception with the implementation that lists it. */
export interface ListedException extends Exception {
  readonly implementation: string;
}

/**
 * All that implementations list, in the order of their names and of their files.
 *
 * @throws {UserError} an exceptions file is missing or malformed.
 */
export async function listedExceptions(
  implementations: readonly string[],
  root: string = repositoryFolder,
): Promise<readonly ListedException[]> {
  const files = [...new Set(implementations)].sort().map(async (implementation) => {
    const entries = await loadExceptions(join(root, 'adapters', implementation, 'exceptions.yaml'));
    return entries.map((entry) => ({ implementation, ...entry }));
  });
  return (await Promise.all(files)).flat();
}
