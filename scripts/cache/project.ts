/** Everything that is known of one state of the project: its files, and the cases that depend on each. */
import { remembered } from '../../files/remembered.ts';
import { providerApiIds } from '../../matrix/ids.ts';
import { type AdapterIdentity, adapterId } from '../../spec/engine/case.ts';
import { suiteIn } from '../../spec/engine/discover.ts';
import { type Imports, importsNamed, type Specifiers, specifiersIn } from './imports.ts';
import type { ProjectState } from './project-state.ts';
import { type ImportsOf, type Reach, reachOf } from './reach.ts';
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
      if (!reach) throw new Error(`there is no adapter ${id}`);
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

const columnTypes = remembered((state: ProjectState) =>
  providerApiIds.flatMap((id) => {
    const path = `spec/wire/schemas/columns/${id}.json`;
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
