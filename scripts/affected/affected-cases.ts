/** Which cases a change can affect: git says what changed, the imports and the recordings what comes of it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../../files/data-file.ts';
import { providerApiIds } from '../../matrix/ids.ts';
import { providerOf } from '../../matrix/model.ts';
import type { Case } from '../../spec/engine/case.ts';
import { type DiscoveredAdapter, discoverAdapters, repositoryFolder } from '../../spec/engine/discover.ts';
import { expand } from '../../spec/engine/expand.ts';
import type { Planned } from '../../spec/engine/plan.ts';
import { projectFiles } from '../lint/project-files.ts';
import { type Affected, casesOf } from './cases-of.ts';
import { type Changed, changedFiles } from './changed.ts';
import { type Imports, importsIn } from './imports.ts';
import { type ImportsOf, type Reach, reachOf } from './reach.ts';
import { type Known, scopeOf } from './scope.ts';

/** What a change can affect. */
export interface AffectedCases extends Changed {
  /** In the order of the plan, each once. */
  readonly cases: readonly Case[];
  /** Whether these are all cases that there are. */
  readonly isEverything: boolean;
  /** Of each changed file what it can affect, and why. */
  readonly why: readonly Affected[];
}

/**
 * The cases that what was changed since a revision can affect. What is not known to be harmless affects everything.
 *
 * @param since the revision; unless told, where this branch parted from `origin/main`, else from `main`, else what was committed last
 * @param planned reads what plans are made from; only where a change can affect something
 * @param thorough whether faults of which there are hundreds are tried too
 * @throws {UserError} there is no such revision, no checkout or no git, or a file that cases are made from is malformed.
 */
export async function affectedCases(
  since: string | undefined,
  planned: () => Promise<Planned>,
  thorough = false,
): Promise<AffectedCases> {
  const changed = await changedFiles(repositoryFolder, since);
  if (changed.files.length === 0) return { ...changed, cases: [], isEverything: false, why: [] };
  const known = knownOf(await discoverAdapters());
  const scopes = changed.files.map((file) => scopeOf(file, known));
  if (scopes.every(({ scope }) => scope.of === 'nothing')) {
    const why = scopes.map(({ file, because }) => ({ file, because, cases: [] }));
    return { ...changed, cases: [], isEverything: false, why };
  }
  const { matrix, scenarios, adapters } = await planned();
  const cases = expand(matrix, scenarios, adapters, thorough);
  const why = casesOf(scopes, {
    cases,
    columnsOf: known.columnsOf,
    columnOf: ({ adapter }) => providerOf(matrix, adapter.providerApi),
    isThere: (file) => existsSync(join(repositoryFolder, file)),
  });
  const affected = new Set(why.flatMap((each) => each.cases));
  const chosen = cases.filter((each) => affected.has(each));
  return { ...changed, cases: chosen, isEverything: chosen.length === cases.length, why };
}

/** What is known of the files of the project: what the cases of each adapter load. */
export function knownOf(adapters: readonly DiscoveredAdapter[]): Known {
  const sources = projectFiles(repositoryFolder).filter((path) => path.endsWith('.ts'));
  const importsOf = readImports();
  const byId = new Map(adapters.map((adapter) => [adapter.id, adapter]));
  const found = new Map<string, Reach>();
  return {
    adapters,
    reach: (id) => {
      const adapter = byId.get(id);
      if (!adapter) throw new Error(`there is no adapter ${id}`);
      const known = found.get(id) ?? reachOf(adapter, sources, importsOf);
      found.set(id, known);
      return known;
    },
    columnsOf: (source) => providerApiIds.filter((id) => typesOf(id).includes(`"${source}#`)),
  };
}

const typesOf = (providerApi: string): string =>
  readText(join(repositoryFolder, 'spec/wire/schemas/columns', `${providerApi}.json`), 'list of wire schemas');

/** What the files of the project import, each read once. */
function readImports(): ImportsOf {
  const known = new Map<string, Imports | undefined>();
  return (path) => {
    if (!known.has(path)) known.set(path, read(path));
    return known.get(path);
  };
}

function read(path: string): Imports | undefined {
  const place = join(repositoryFolder, path);
  return /\.[cm]?[jt]s$/.test(path) && existsSync(place) ? importsIn(path, readFileSync(place, 'utf8')) : undefined;
}
