/** Knowledge of the project that earlier runs have gathered: nothing is parsed twice that has not changed. */
import { hash } from 'node:crypto';
import { loadMatrix } from '../../matrix/load.ts';
import type { Case } from '../../spec/engine/case.ts';
import type { DiscoveredAdapter } from '../../spec/engine/discover.ts';
import { type ExceptionsRead, exceptionsRead, faultsListed, takeExceptions } from '../../spec/engine/exceptions.ts';
import { listedExceptions } from '../../spec/engine/listed-exceptions.ts';
import type { CaseSource } from '../../spec/engine/selection.ts';
import { loadScenarios } from '../../spec/scenarios/load.ts';
import type { Cache } from './cache-folder.ts';
import { type KnownSpecifiers, type Project, projectOf } from './project.ts';
import { type ProjectState, workingTree } from './project-state.ts';
import { loadedFrom } from './reach.ts';

/** The project as it is on disk. @throws {UserError} there is no git checkout, or no git. */
export function keptProject(root: string, cache: Cache): Project {
  const state = workingTree(root);
  const key = keyOf('imports', ['package-lock.json', 'scripts/cache/imports.ts'], state);
  const known: KnownSpecifiers = new Map((cache.get(key) as KnownSpecifiers | undefined) ?? []);
  const before = known.size;
  const project = projectOf(state, known);
  if (known.size !== before) cache.put(key, known);
  return project;
}

/** Data that cases are made from. */
const data = /^(matrix\/.*\.json|spec\/scenarios\/.*\.yaml|package-lock\.json)$/;

/** Matrix and scenarios, read and validated once for the same files. @throws {UserError} a file of them is malformed. */
export async function keptSource({ state, importsOf }: Project, cache: Cache): Promise<CaseSource> {
  const code = loadedFrom(['matrix/load.ts', 'spec/scenarios/load.ts'], (path) => importsOf(path)?.files ?? []);
  const key = keyOf(
    `matrix and scenarios ${namesOfRecordings(state)}`,
    [...code, ...state.files.filter((path) => data.test(path))],
    state,
  );
  const known = cache.get(key) as CaseSource | undefined;
  if (known) return known;
  const [matrix, scenarios] = await Promise.all([loadMatrix(), loadScenarios()]);
  cache.put(key, { matrix, scenarios });
  return { matrix, scenarios };
}

/** Fault cases that the exceptions of their implementation name, by id: more may be tried in them than in others. */
export async function keptListed(
  { state, importsOf }: Project,
  adapters: readonly DiscoveredAdapter[],
  cases: readonly Case[],
  thorough: boolean,
  cache: Cache,
): Promise<ReadonlySet<string>> {
  const code = loadedFrom(
    ['spec/engine/exceptions.ts', 'spec/engine/expand.ts'],
    (path) => importsOf(path)?.files ?? [],
  );
  const paths = [...new Set(adapters.flatMap(({ exceptions }) => exceptions ?? []))];
  const filesKey = keyOf(`exceptions files ${process.cwd()}`, [...code, ...paths], state);
  const files = cache.get(filesKey) as ExceptionsRead | undefined;
  takeExceptions(files);
  const what = ['exceptions', thorough, ...adapters.map(({ id }) => id), namesOfRecordings(state)].join(' ');
  const key = keyOf(what, [...code, ...paths, ...state.files.filter((path) => data.test(path))], state);
  const known = cache.get(key) as ReadonlySet<string> | undefined;
  if (known) return known;
  const listed = await listedExceptions(adapters);
  if (!files) cache.put(filesKey, exceptionsRead());
  const ids = new Set(
    [...Map.groupBy(cases, ({ adapter }) => adapter.implementation)].flatMap(([implementation, own]) => [
      ...faultsListed(
        listed.filter((entry) => entry.implementation === implementation),
        own,
      ),
    ]),
  );
  cache.put(key, ids);
  return ids;
}

/** Scenarios are played where they are recorded, whatever the recordings hold. */
const namesOfRecordings = ({ files }: ProjectState): string =>
  files.filter((path) => path.startsWith('recordings/cassettes/')).join(' ');

/** Key of a value that follows from some files alone. */
function keyOf(what: string, files: readonly string[], { idOf }: ProjectState): string {
  const lines = [...new Set(files)].sort().map((path) => `${path} ${idOf(path)}`);
  return hash('sha256', [what, process.version, ...lines].join('\n'));
}
