import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Type from 'typebox';
import { parseData } from '../../lib/data-file.ts';
import { decodeText, readIfExists } from '../../lib/read-regular-file.ts';
import { displayPath, UserError } from '../../lib/user-error.ts';
import { providerApiIds } from '../../matrix/ids.ts';
import { type AdapterIdentity, adapterId } from './case.ts';

/** An adapter that lies in this repository, found by its place: `adapters/<implementation>/<provider API>/`. */
export interface DiscoveredAdapter extends AdapterIdentity {
  /** Its generated suite, relative to the repository. */
  readonly suite: string;
  /** Its known issues file, relative to the repository; absent where there is none. */
  readonly knownIssues?: string | undefined;
  /** The options of `atc run` that start it, where it is a program. */
  readonly startedBy?: string | undefined;
  /** Whether it is a process of its own. */
  readonly isProgram?: true;
  /** What it is built on, with exact versions: the dependencies of its implementation's package, or what its requirements.in names. */
  readonly packages: readonly { readonly name: string; readonly version: string }[];
}

/** The repository's own folder. */
export const repositoryFolder: string = join(import.meta.dirname, '../..');

/**
 * Finds all adapters. An implementation is a folder of `adapters/` with a package of its own; its adapters are the
 * subfolders named as a column of the matrix. Nothing of them is loaded.
 *
 * @throws {UserError} a package file is malformed, or a folder's name is no id.
 */
export async function discoverAdapters(root: string = repositoryFolder): Promise<readonly DiscoveredAdapter[]> {
  const folders = (await readdir(join(root, 'adapters'), { withFileTypes: true })).filter((e) => e.isDirectory());
  const found = await Promise.all(folders.map((folder) => adaptersOf(root, folder.name)));
  return found.flat().sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function adaptersOf(root: string, implementation: string): Promise<DiscoveredAdapter[]> {
  const folder = join(root, 'adapters', implementation);
  const packages = packagesOf(join(folder, 'package.json'));
  if (!packages) return [];
  if (!idPattern.test(implementation)) {
    throw new UserError('the name of this implementation is not a valid id', {
      where: displayPath(folder),
      hint: 'rename the folder: ids consist of lower-case letters, digits and hyphens',
    });
  }
  const entries = (await readdir(folder, { withFileTypes: true })).filter((e) => e.isDirectory());
  return entries
    .filter(({ name }) => providerApiIds.includes(name))
    .map(({ name }) => ({
      id: adapterId(implementation, name),
      implementation,
      providerApi: name,
      suite: suiteIn(implementation, name),
      ...knownIssuesOf(implementation, name, root),
      ...packages,
    }));
}

/** Where the generated suite of an adapter lies, relative to the repository. */
export const suiteIn = (implementation: string, providerApi: string): string =>
  `adapters/${implementation}/${providerApi}/conformance.test.ts`;

/** Where the known issues of an adapter are, relative to the repository. */
export const issuesFileOf = (implementation: string, providerApi: string): string =>
  `adapters/${implementation}/${providerApi}/known-issues.yaml`;

/** The same where the file is there. */
export function knownIssuesOf(
  implementation: string,
  providerApi: string,
  root: string = repositoryFolder,
): { readonly knownIssues?: string } {
  const path = issuesFileOf(implementation, providerApi);
  return existsSync(join(root, path)) ? { knownIssues: path } : {};
}

/** What names of implementations look like. */
export const idPattern = /^[a-z0-9][a-z0-9-]*$/;

/** What is looked at of a package file. */
const PackageFile = Type.Object({
  dependencies: Type.Optional(Type.Record(Type.String(), Type.String())),
  engines: Type.Optional(Type.Object({ python: Type.Optional(Type.String()) })),
});

/** What the packages of an implementation say of it: those of npm, and what requirements.in names of Python. */
function packagesOf(path: string): Pick<DiscoveredAdapter, 'packages' | 'isProgram'> | undefined {
  const bytes = readIfExists(path, 'package file');
  if (bytes === undefined) return undefined;
  const { dependencies = {}, engines } = parseData(
    decodeText(bytes, path, 'package file'),
    path,
    PackageFile,
    'package file',
  );
  const file = join(dirname(path), 'requirements.in');
  const requirements = readIfExists(file, 'requirements');
  const text = requirements === undefined ? '' : decodeText(requirements, file, 'requirements');
  return {
    packages: [
      ...Object.entries(dependencies).map(([name, version]) => ({ name, version })),
      ...[...text.matchAll(/^([\w.-]+)(?:\[.*\])?==(\S+)/gm)].map(([, name = '', version = '']) => ({ name, version })),
    ],
    ...(requirements || engines?.python ? { isProgram: true } : {}),
  };
}
