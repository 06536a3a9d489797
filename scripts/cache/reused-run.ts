/** Everything that a run takes from earlier runs, and keeps for later ones. */

import { hash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { readIfExists } from '../../lib/read-regular-file.ts';
import { UserError } from '../../lib/user-error.ts';
import { isTemporary } from '../../lib/write-atomic.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { evidenceFolder } from '../../reports/results/evidence-files.ts';
import type { Case } from '../../spec/engine/case.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { expand } from '../../spec/engine/expand.ts';
import type { Plan } from '../../spec/engine/plan.ts';
import type { CaseSource, SuiteSettings } from '../../spec/engine/selection.ts';
import { loadScenarios } from '../../spec/scenarios/load.ts';
import { type Cache, cacheIn } from './cache-folder.ts';
import { type Unit, unitOf, unitsOf } from './cache-unit.ts';
import { loadedFrom } from './import-graph.ts';
import { keysOf } from './keys.ts';
import { type KeptOutcomes, keptOutcomes, turnsOf, unitInTurn } from './outcomes.ts';
import { type KnownSpecifiers, type Project, type ProjectState, projectOf, workingTree } from './project.ts';

/** A cache, with the state of the project that its keys are made of. */
export interface ArchivedRun {
  readonly cache: Cache;
  readonly project: Project;
  readonly source: CaseSource;
  /** What is kept of the cases of a plan. @param suites those of its test files that are run */
  readonly casesOf: (plan: Plan, suites: readonly string[]) => Promise<KeptCases>;
}

/** What is kept of some cases. */
export interface KeptCases {
  /** Outcomes of all of them. @param oneIn see {@link keptOutcomes} */
  readonly outcomes: (oneIn?: number) => KeptOutcomes;
  /** The same of the one unit alone whose turn it is to be compared: where nothing has changed, nothing else is read. */
  readonly outcomesInTurn: () => KeptOutcomes;
  /** Keeps the outcomes that were added. @param isSound see {@link KeptOutcomes} */
  readonly keep: (outcomes: KeptOutcomes, isSound: (adapter: string) => boolean) => void;
}

/**
 * Opens a cache.
 *
 * @param say is told in a line each what is wrong with it
 * @returns nothing where there is no git checkout, so that the files of the project are not known
 * @throws {UserError} the name of the folder is empty, or a file that cases are made from is malformed.
 */
export async function keptRun(folder: string, say: (line: string) => void): Promise<ArchivedRun | undefined> {
  if (folder.trim() === '') {
    throw new UserError('the name of the cache folder is empty', { hint: 'for example --cache .cache' });
  }
  const cache = cacheIn(resolve(folder), say);
  const project = opened(cache, say);
  if (!project) return undefined;
  return {
    cache,
    project,
    source: await keptSource(project, cache),
    casesOf: async ({ matrix, scenarios, adapters, cases: selected, settings }, suites) => {
      const those = adapters.filter(({ suite }) => suites.includes(suite));
      const ids = new Set(those.map(({ id }) => id));
      const cases = selected.filter(({ adapter }) => ids.has(adapter.id));
      const isSelection = settings.cases !== undefined || settings.tiers !== undefined;
      const all = isSelection ? expand(matrix, scenarios, those, settings.thorough) : cases;
      const keyOf = keysFor(settings, project);
      // To start a program takes longer than all of a run in which nothing has changed.
      const programs = new Set(those.flatMap(({ id, isProgram }) => (isProgram ? id : [])));
      const takesTurns = (adapter: string) => !programs.has(adapter);
      return {
        outcomes: (oneIn) => keptOutcomes(all, cases, keyOf, cache, { oneIn, takesTurns }),
        outcomesInTurn: () => {
          const units = unitsOf(cases);
          const keys = new Map([...units.keys()].map((unit) => [unit.id, keyOf(unit)]));
          const inTurn = unitInTurn(turnsOf(units, keys, takesTurns));
          const isInTurn = (theCase: Case) => unitOf(theCase).id === inTurn;
          return keptOutcomes(all.filter(isInTurn), cases.filter(isInTurn), keyOf, cache, { takesTurns });
        },
        keep: (outcomes, isSound) => {
          // The files as they are now: they may have been changed while cases were run.
          outcomes.keep(keysFor(settings, projectOf(workingTree(repositoryFolder), project.specifiers)), isSound);
        },
      };
    },
  };
}

/** Keys of the outcomes of units in a state of the project. */
function keysFor({ thorough = false, transport }: SuiteSettings, project: Project): (unit: Unit) => string {
  const besides = [process.version, process.platform, thorough, transport].join(' ');
  return (unit) => keysOf(unit, project, besides).outcomes;
}

function opened(cache: Cache, say: (line: string) => void): Project | undefined {
  try {
    return keptProject(repositoryFolder, cache);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    say(`${error.message}; the run stores no outcomes`);
    return undefined;
  }
}

// Knowledge of the project that earlier runs have gathered: nothing is parsed twice that has not changed.

/** The project as it is on disk. @throws {UserError} there is no git checkout, or no git. */
function keptProject(root: string, cache: Cache): Project {
  const state = workingTree(root);
  const key = keyOf('imports', ['package-lock.json', 'scripts/cache/import-graph.ts'], state);
  const known: KnownSpecifiers = new Map((cache.get(key) as KnownSpecifiers | undefined) ?? []);
  const before = known.size;
  const project = projectOf(state, known);
  if (known.size !== before) cache.put(key, known);
  return project;
}

/** Data that cases are made from, as their loaders find it. */
export const sourceData: RegExp =
  /^(matrix\/.*\.(json|yaml)|spec\/(scenarios|provider-apis\/[^/]+\/scenarios)\/.*\.yaml|package-lock\.json)$/;

/** Matrix and scenarios, read and validated once for the same files. @throws {UserError} a file of them is malformed. */
async function keptSource({ state, importsOf }: Project, cache: Cache): Promise<CaseSource> {
  const code = loadedFrom(['matrix/load.ts', 'spec/scenarios/load.ts'], (path) => importsOf(path)?.files ?? []);
  const key = keyOf(
    `matrix and scenarios ${namesOfRecordings(state)}`,
    [...code, ...state.files.filter((path) => sourceData.test(path))],
    state,
  );
  const known = cache.get(key) as CaseSource | undefined;
  if (known) return known;
  const [matrix, scenarios] = await Promise.all([loadMatrix(), loadScenarios()]);
  cache.put(key, { matrix, scenarios });
  return { matrix, scenarios };
}

/** Scenarios are played where they are recorded, whatever the recordings hold. */
const namesOfRecordings = ({ files }: ProjectState): string =>
  files.filter((path) => path.startsWith('recordings/cassettes/')).join(' ');

/** Key of a value that follows from some files alone. */
function keyOf(what: string, files: readonly string[], { idOf }: ProjectState): string {
  const lines = [...new Set(files)].sort().map((path) => `${path} ${idOf(path)}`);
  return hash('sha256', [what, process.version, ...lines].join('\n'));
}

// What a run has written, known again where another run would write the same: nothing is computed or written then.

/** Stamps of files by their names from the folder of a run on. */
type Stamps = Readonly<Record<string, string>>;

/** What the last run wrote to a folder. */
interface WrittenRun {
  /** Of the project and the plan that it was made from; absent where the project changed meanwhile. */
  readonly key?: string;
  readonly stamps: Stamps;
}

/** Files that a run writes from the same project and the same plan. */
interface KeptReport {
  /** True if the folder holds the very files that such a run wrote. */
  readonly isThere: () => boolean;
  /** True if the folder holds a file of evidence of this name as a run wrote it, whatever else has changed since: its name says what is in it. */
  readonly hasEvidence: (name: string) => boolean;
  /** Remembers the files that such a run has written. @param now the project as it is afterwards */
  readonly keep: (now: ProjectState) => void;
}

/**
 * The report of a run. Every file of the project is in its key: it is for a second run with nothing changed, and need not know more.
 *
 * @param folder where the run writes; its kill matrix is taken up by the report
 */
export function keptReport(
  state: ProjectState,
  { selection, settings, commit }: Plan,
  folder: string,
  cache: Cache,
): KeptReport {
  const keyOf = ({ files, idOf }: ProjectState): string => {
    const lines = files.map((path) => `${path} ${idOf(path)}`);
    const plan = JSON.stringify({ selection, settings, commit });
    const killMatrix = hashOf(join(folder, 'kill-matrix.json'));
    return hash('sha256', ['report', process.version, folder, plan, killMatrix, ...lines].join('\n'));
  };
  const key = keyOf(state);
  const place = hash('sha256', ['files of a run', folder].join('\n'));
  let before: WrittenRun | undefined;
  const last = (): WrittenRun => {
    before ??= (cache.get(place) as WrittenRun | undefined) ?? { stamps: {} };
    return before;
  };
  return {
    isThere: () => last().key === key && isSame(last().stamps, stampsIn(folder)),
    hasEvidence: (name) => {
      const path = `${evidenceFolder}${sep}${name}`;
      const stamp = last().stamps[path];
      return stamp !== undefined && stamp === stampOf(folder, path);
    },
    keep: (now) => {
      const stamps = stampsIn(folder);
      // Files may have been changed while it was made.
      const run: WrittenRun = keyOf(now) === key ? { key, stamps } : { stamps };
      cache.put(place, run);
    },
  };
}

const written = /^(results\.json|timings\.json|index\.html|summary\.md|evidence[\\/].+\.jsonl)$/;

/**
 * Size, number and times of each file, as git knows a file again: whoever writes to one changes them. To read the evidence would take as
 * long as all of a second run besides.
 */
function stampsIn(folder: string): Stamps {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => written.test(name) && !isTemporary(name),
  );
  return Object.fromEntries(names.sort().map((name) => [name, stampOf(folder, name)]));
}

/** Nothing where there is no such file. */
function stampOf(folder: string, name: string): string {
  const stat = lstatSync(join(folder, name), { bigint: true, throwIfNoEntry: false });
  return stat ? [stat.size, stat.ino, stat.mtimeNs, stat.ctimeNs].join(' ') : '';
}

const isSame = (a: Stamps, b: Stamps): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Hash of a file; of one that is not there, or is not a plain file, nothing. */
function hashOf(path: string): string {
  try {
    const bytes = readIfExists(path, 'file of a run', { most: 2 ** 30 });
    return bytes ? hash('sha256', bytes) : '';
  } catch {
    return '';
  }
}
