/** Everything that a run takes from earlier runs, and keeps for later ones. */
import { resolve } from 'node:path';
import { UserError } from '../../files/user-error.ts';
import type { Case } from '../../spec/engine/case.ts';
import { type DiscoveredAdapter, repositoryFolder } from '../../spec/engine/discover.ts';
import { expand } from '../../spec/engine/expand.ts';
import type { Plan } from '../../spec/engine/plan.ts';
import type { CaseSource, SuiteSettings } from '../../spec/engine/selection.ts';
import type { StoredCase } from '../../spec/results/stored-outcome.ts';
import { type Cache, cacheIn } from './cache-folder.ts';
import { keptListed, keptProject, keptSource } from './kept-project.ts';
import { keysOf } from './keys.ts';
import { type KeptOutcomes, keptOutcomes, unitInTurn } from './outcomes.ts';
import { type Project, projectOf } from './project.ts';
import { workingTree } from './project-state.ts';
import { type Unit, unitOf, unitsOf } from './unit.ts';

/** A cache, with the state of the project that its keys are made of. */
export interface KeptRun {
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
  /** Keeps the outcomes of cases that were run. */
  readonly keep: (outcomes: KeptOutcomes, run: readonly StoredCase[]) => Promise<void>;
}

/**
 * Opens a cache.
 *
 * @param say is told in a line each what is wrong with it
 * @returns nothing where there is no git checkout, so that the files of the project are not known
 * @throws {UserError} the name of the folder is empty, or a file that cases are made from is malformed.
 */
export async function keptRun(folder: string, say: (line: string) => void): Promise<KeptRun | undefined> {
  if (folder.trim() === '') {
    throw new UserError('the name of the cache folder is empty', { hint: 'name one: --cache .cache' });
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
      const all = expand(matrix, scenarios, those, settings.thorough);
      const cases = selected.filter(({ adapter }) => ids.has(adapter.id));
      const keys = (of: Project) => keysFor(settings, those, all, of, cache);
      const keyOf = await keys(project);
      return {
        outcomes: (oneIn) => keptOutcomes(all, cases, keyOf, cache, oneIn),
        outcomesInTurn: () => {
          const inTurn = unitInTurn(new Map([...unitsOf(cases).keys()].map((unit) => [unit.id, keyOf(unit)])));
          const isInTurn = (theCase: Case) => unitOf(theCase).id === inTurn;
          return keptOutcomes(all.filter(isInTurn), cases.filter(isInTurn), keyOf, cache);
        },
        keep: async (outcomes, run) => {
          if (run.length === 0) return;
          // The files as they are now: they may have been changed while cases were run.
          outcomes.keep(run, await keys(projectOf(workingTree(repositoryFolder), project.specifiers)));
        },
      };
    },
  };
}

/** Keys of the outcomes of units in a state of the project. */
async function keysFor(
  { thorough = false, transport }: SuiteSettings,
  adapters: readonly DiscoveredAdapter[],
  all: readonly Case[],
  project: Project,
  cache: Cache,
): Promise<(unit: Unit) => string> {
  const listed = await keptListed(project, adapters, all, thorough, cache);
  const listedIn = Map.groupBy(
    all.filter(({ id }) => listed.has(id)),
    (theCase) => unitOf(theCase).id,
  );
  const besides = [process.version, process.platform, thorough, transport].join(' ');
  return (unit) => {
    const ids = (listedIn.get(unit.id) ?? []).map(({ id }) => id);
    return keysOf(unit, project, [besides, ...ids].join('\n')).outcomes;
  };
}

function opened(cache: Cache, say: (line: string) => void): Project | undefined {
  try {
    return keptProject(repositoryFolder, cache);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    say(`${error.message}; the run keeps no outcomes`);
    return undefined;
  }
}
