import { resolve } from 'node:path';
import { type DiscoveredAdapter, repositoryFolder } from './discover.ts';
import { type Exception, loadExceptions } from './exceptions.ts';

/** An exception with the implementation that lists it. */
export interface ListedException extends Exception {
  readonly implementation: string;
}

/**
 * All that the implementations of adapters list, in the order of their names and of their files.
 *
 * @throws {UserError} an exceptions file is missing or malformed.
 */
export async function listedExceptions(
  adapters: readonly Pick<DiscoveredAdapter, 'implementation' | 'exceptions'>[],
  root: string = repositoryFolder,
): Promise<readonly ListedException[]> {
  const paths = new Map(adapters.map(({ implementation, exceptions }) => [implementation, exceptions]));
  const files = [...paths]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(async ([implementation, path]) => {
      const entries = path === undefined ? [] : await loadExceptions(resolve(root, path));
      return entries.map((entry) => ({ implementation, ...entry }));
    });
  return (await Promise.all(files)).flat();
}
