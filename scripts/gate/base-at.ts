import { UserError } from '../../files/user-error.ts';
import type { EarlierRun } from '../../reports/compare/earlier-run.ts';
import { countOf } from '../../reports/gate/words.ts';
import type { Aliases } from '../../spec/aliases.ts';
import { discoverAdapters } from '../../spec/engine/discover.ts';
import { expand } from '../../spec/engine/expand.ts';
import { type Plan, readPlanned } from '../../spec/engine/plan.ts';
import type { Results } from '../../spec/results/schema.ts';
import type { BaseRevision } from './base-revision.ts';
import { baseRun, casesToRun, chosenState, isUnnamedPart } from './base-run.ts';
import { renameNotes } from './current-ids.ts';

/** The run of a base, and how it was found. */
export interface FoundBase {
  readonly run: EarlierRun;
  readonly notes: readonly string[];
}

/**
 * Finds the run of a revision: from its state, and by running, there and with its own code, the cases that are no pass now.
 *
 * @param commit the revision
 * @param after the run that is compared with it
 * @param aliases the ids of the base that are others now
 * @param plan what that run was made from, where it is known
 * @param signal the user's, to end it
 * @throws {UserError} it cannot be checked out, read or compared, or the user ended it.
 */
export async function runAt(
  commit: string,
  base: BaseRevision,
  after: Results,
  aliases: Aliases,
  plan: Plan | undefined,
  signal: AbortSignal | undefined,
): Promise<FoundBase> {
  const state = chosenState(
    await base.state(after.run.thorough),
    aliases,
    after,
    isUnnamedPart(after) ? await presentIds(after, plan) : undefined,
  );
  const asked = casesToRun(after, state);
  const renamed = renameNotes(state.cases.filter(({ id, there }) => id !== there.id).length);
  if (asked.length === 0) return { run: baseRun(after, state, undefined), notes: renamed };
  const shown = commit.slice(0, 12);
  try {
    const ran = await base.run(asked, after.run);
    const are = asked.length === 1 ? 'is no pass now was' : 'are no pass now were';
    return {
      run: baseRun(after, state, ran),
      notes: [
        ...renamed,
        `${countOf(asked.length, 'case')} that ${are} run at ${shown}; cases that pass now count as passed there`,
      ],
    };
  } catch (error) {
    if (!(error instanceof UserError) || signal?.aborted) throw error;
    const why = error.message.split('\n')[0];
    return {
      run: baseRun(after, state, undefined),
      notes: [...renamed, `no case could be run at ${shown}, so each failure counts as a regression: ${why}`],
    };
  }
}

/** All adapters and cases of this revision, whatever was selected. */
async function presentIds({ run }: Results, plan: Plan | undefined): Promise<ReadonlySet<string>> {
  const [{ matrix, scenarios }, adapters] = await Promise.all([plan ?? readPlanned(), discoverAdapters()]);
  return new Set([...adapters, ...expand(matrix, scenarios, adapters, run.thorough)].map(({ id }) => id));
}
