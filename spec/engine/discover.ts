import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ProviderApiId, providerApiIds } from '../../matrix/ids.ts';
import { type AdapterIdentity, adapterId } from './case.ts';

/** An adapter that lies in this repository, found by its place: `adapters/<implementation>/<provider API>/`. */
export interface DiscoveredAdapter extends AdapterIdentity {
  /** Its generated suite, relative to the repository. */
  readonly suite: string;
  /** What it is built on: the dependencies of its implementation's package, with their exact versions. */
  readonly packages: readonly { readonly name: string; readonly version: string }[];
}

/** The repository's own folder. */
export const repositoryFolder: string = join(import.meta.dirname, '../..');

/**
 * Finds all adapters. An implementation is a folder of `adapters/` with a package of its own; its adapters are the
 * subfolders named as a column of the matrix. Nothing of them is loaded.
 */
export async function discoverAdapters(root: string = repositoryFolder): Promise<readonly DiscoveredAdapter[]> {
  const folders = (await readdir(join(root, 'adapters'), { withFileTypes: true })).filter((e) => e.isDirectory());
  const found = await Promise.all(folders.map((folder) => adaptersOf(root, folder.name)));
  return found.flat().sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function adaptersOf(root: string, implementation: string): Promise<DiscoveredAdapter[]> {
  const folder = join(root, 'adapters', implementation);
  const packages = await packagesOf(join(folder, 'package.json'));
  if (!packages) return [];
  const entries = (await readdir(folder, { withFileTypes: true })).filter((e) => e.isDirectory());
  return entries.filter(isColumn).map(({ name }) => ({
    id: adapterId(implementation, name),
    implementation,
    providerApi: name,
    suite: `adapters/${implementation}/${name}/conformance.test.ts`,
    packages,
  }));
}

const isColumn = <T extends { name: string }>(entry: T): entry is T & { name: ProviderApiId } =>
  (providerApiIds as readonly string[]).includes(entry.name);

async function packagesOf(path: string): Promise<DiscoveredAdapter['packages'] | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { dependencies = {} } = JSON.parse(text) as { dependencies?: Record<string, string> };
  return Object.entries(dependencies).map(([name, version]) => ({ name, version }));
}
