/** Everything that is known of one state of the project: its files, and the cases that depend on each. */

import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoize } from '../../lib/memoize.ts';
import { providerApiIds } from '../../matrix/ids.ts';
import { type AdapterIdentity, adapterId } from '../../spec/engine/case.ts';
import { suiteIn } from '../../spec/engine/discover.ts';
import { git } from '../git.ts';
import { listFiles, projectFiles } from '../lint-source/project-files.ts';
import {
  type Imports,
  type ImportsOf,
  importsNamed,
  type Reach,
  reachOf,
  type Specifiers,
  specifiersIn,
} from './import-graph.ts';
import { type Known, type Scoped, scopeOf } from './scope.ts';

/** A state of the project, understood. */
export interface Project extends Known {
  readonly state: ProjectState;
  /** Every file that git lists or a case loads, by its path. */
  readonly scopes: ReadonlyMap<string, Scoped>;
  readonly importsOf: ImportsOf;
  readonly specifiers: KnownSpecifiers;
}

/** Specifiers of source files, by the id of their bytes and their ending: added to, so that no text is parsed twice. */
export type KnownSpecifiers = Map<string, Specifiers>;

/** Knowledge of a state of the project. Reads source files of which the specifiers are not known. */
export function projectOf(state: ProjectState, specifiers: KnownSpecifiers = new Map()): Project {
  const adapters = adaptersIn(state.files);
  const sources = state.files.filter((path) => path.endsWith('.ts'));
  const importsOf = importsIn(state, specifiers);
  const reaches = new Map<string, Reach>(adapters.map((each) => [each.id, reachOf(each, sources, importsOf)]));
  const columnsOf = columnsIn(state);
  const known: Known = {
    adapters,
    reach: (id) => {
      const reach = reaches.get(id);
      if (!reach) throw new Error(`unknown adapter "${id}"`);
      return reach;
    },
    columnsOf,
  };
  const loaded = new Set([...reaches.values()].flatMap(({ files }) => [...files]));
  const listed = new Set(state.files);
  const ignored = [...loaded].filter((path) => !listed.has(path) && state.idOf(path) !== undefined);
  const scopes = new Map([...state.files, ...ignored].map((file) => [file, scopeOf(file, known)]));
  return { state, scopes, importsOf, specifiers, ...known };
}

/** Adapters, found by the places of their suites. */
function adaptersIn(files: readonly string[]): readonly (AdapterIdentity & { readonly suite: string })[] {
  const there = new Set(files);
  const implementations = [
    ...new Set(files.flatMap((file) => /^adapters\/([^/]+)\/package\.json$/.exec(file)?.[1] ?? [])),
  ];
  return implementations.flatMap((implementation) =>
    providerApiIds
      .map((providerApi) => ({
        id: adapterId(implementation, providerApi),
        implementation,
        providerApi,
        suite: suiteIn(implementation, providerApi),
      }))
      .filter(({ suite }) => there.has(suite)),
  );
}

function importsIn(state: ProjectState, specifiers: KnownSpecifiers): ImportsOf {
  const found = new Map<string, Imports | undefined>();
  const read = (path: string): Imports | undefined => {
    const [ending] = /\.[cm]?[jt]s$/.exec(path) ?? [];
    const id = ending && state.idOf(path);
    if (!id) return undefined;
    const key = `${id}${ending}`;
    const known = specifiers.get(key) ?? specifiersIn(path, state.textOf(path));
    specifiers.set(key, known);
    return importsNamed(path, known);
  };
  return (path) => {
    if (!found.has(path)) found.set(path, read(path));
    return found.get(path);
  };
}

const columnTypes = memoize((state: ProjectState) =>
  providerApiIds.flatMap((id) => {
    const path = `spec/provider-apis/${id}/schemas.json`;
    return state.idOf(path) === undefined ? [] : [{ id, text: state.textOf(path) }];
  }),
);

const columnsIn = (state: ProjectState) => {
  const found = new Map<string, readonly string[]>();
  return (source: string): readonly string[] => {
    const columns =
      found.get(source) ?? columnTypes(state).flatMap(({ id, text }) => (text.includes(`"${source}#`) ? [id] : []));
    found.set(source, columns);
    return columns;
  };
};

// The files of the project in one state: as they are now, or as they were at a revision.

/** State of the project. Paths are relative to its root, with forward slashes. */
export interface ProjectState {
  /** Files that git tracks, or would track if they were added; sorted. */
  readonly files: readonly string[];
  /** Git's id of a file's bytes, also of a file that git ignores; `undefined` where there is no such file. */
  readonly idOf: (path: string) => string | undefined;
  /** @throws {Error} there is no such file. */
  readonly textOf: (path: string) => string;
}

/**
 * State of the files on disk. Those that git knows to be as they were added are not read, others at most once.
 *
 * @throws {UserError} there is no git checkout, or no git.
 */
export function workingTree(root: string): ProjectState {
  const ids = new Map<string, string | undefined>(unchangedIds(root));
  return {
    files: projectFiles(root),
    idOf: (path) => {
      if (!ids.has(path)) ids.set(path, idOnDisk(join(root, path)));
      return ids.get(path);
    },
    textOf: (path) => readFileSync(join(root, path), 'utf8'),
  };
}

/** Ids of the files that are on disk as they are in git's index: git finds that by their times and sizes, and compares bytes in doubt. */
function unchangedIds(root: string): (readonly [path: string, id: string])[] {
  const changed = new Set(listFiles(root, '--modified'));
  return listFiles(root, '--stage', '-v').flatMap((line) => {
    // `H` marks a file that git looks at; the number behind the id, an entry that is not of a conflict.
    const [, id, path = ''] = /^H \d+ ([0-9a-f]{40}) 0\t(.*)$/s.exec(line) ?? [];
    return id === undefined || changed.has(path) ? [] : [[path, id] as const];
  });
}

function idOnDisk(path: string): string | undefined {
  try {
    return blobId(readFileSync(path));
  } catch {
    return undefined;
  }
}

/** Name that git gives to a file with these bytes. */
const blobId = (bytes: Buffer): string => hash('sha1', Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]));

/** State at a commit. @throws {Error} git cannot list it. */
export async function stateAt(commit: string, root: string): Promise<ProjectState> {
  const listed = (await git(['ls-tree', '-r', '-z', commit], root)).toString('utf8').split('\0').filter(Boolean);
  const ids = new Map(
    listed.map((line) => {
      const [, , id = ''] = line.slice(0, line.indexOf('\t')).split(' ');
      return [line.slice(line.indexOf('\t') + 1), id];
    }),
  );
  return {
    files: [...ids.keys()].sort(),
    idOf: (path) => ids.get(path),
    textOf: (path) => {
      const id = ids.get(path);
      if (id === undefined) throw new Error(`${path} is not at ${commit}`);
      return execFileSync('git', ['cat-file', 'blob', id], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
    },
  };
}
