/** Everything that a run takes from earlier runs, and keeps for later ones. */
import { resolve } from 'node:path';
import { UserError } from '../../files/user-error.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { expand } from '../../spec/engine/expand.ts';
import type { Plan } from '../../spec/engine/plan.ts';
import type { CaseSource } from '../../spec/engine/selection.ts';
import type { StoredCase } from '../../spec/results/stored-outcome.ts';
import { type Cache, cacheIn } from './cache-folder.ts';
import { keptProject, keptSource } from './kept-project.ts';
import { keysOf } from './keys.ts';
import { type KeptOutcomes, keptOutcomes } from './outcomes.ts';
import { type Project, projectOf } from './project.ts';
import { workingTree } from './project-state.ts';
import type { Unit } from './unit.ts';

/** A cache, with the state of the project that its keys are made of. */
export interface KeptRun {
  readonly cache: Cache;
  readonly project: Project;
  readonly source: CaseSource;
  /**
   * Outcomes of the cases of a plan.
   *
   * @param suites those of its test files that are run: their cases
   * @param oneIn see {@link keptOutcomes}
   */
  readonly outcomesFor: (plan: Plan, suites: readonly string[], oneIn?: number) => KeptOutcomes;
  /** Keeps the outcomes of cases that were run. */
  readonly keep: (plan: Plan, outcomes: KeptOutcomes, run: readonly StoredCase[]) => void;
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
    outcomesFor: (plan, suites, oneIn) => {
      const { matrix, scenarios, adapters, cases, settings } = plan;
      const those = adapters.filter(({ suite }) => suites.includes(suite));
      const ids = new Set(those.map(({ id }) => id));
      return keptOutcomes(
        expand(matrix, scenarios, those, settings.thorough),
        cases.filter(({ adapter }) => ids.has(adapter.id)),
        keysFor(plan, project),
        cache,
        oneIn,
      );
    },
    keep: (plan, outcomes, run) => {
      // The files as they are now: they may have been changed while cases were run.
      if (run.length > 0)
        outcomes.keep(run, keysFor(plan, projectOf(workingTree(repositoryFolder), project.specifiers)));
    },
  };
}

/** Keys of the outcomes of units in a state of the project. */
function keysFor({ settings: { thorough = false, transport } }: Plan, project: Project): (unit: Unit) => string {
  const besides = [process.version, process.platform, thorough, transport].join(' ');
  return (unit) => keysOf(unit, project, besides).outcomes;
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
