import type { Results } from '../../spec/results/schema.ts';
import { type CaseChange, caseChanges, comparable, type EvidenceChange, evidenceChanges } from './cases.ts';
import { type CellChange, cellChanges } from './cells.ts';
import type { EarlierRun } from './earlier-run.ts';
import { type ExceptionChanges, exceptionChanges } from './exceptions.ts';

/** What is otherwise in one run than in another one before it. */
export interface Comparison {
  readonly cells: readonly CellChange[];
  readonly cases: readonly CaseChange[];
  readonly evidence: readonly EvidenceChange[];
  /** Nothing where one of the runs does not say what was listed, being older. */
  readonly exceptions: ExceptionChanges | undefined;
  /** How much of both could be compared. */
  readonly extent: Extent;
}

/** Runs may be of other selections: what only one of them could know is left aside, and counted here. */
export interface Extent {
  /** Cases that both runs have or could have had. */
  readonly compared: number;
  /** Cases of the run before that the other one could not have. */
  readonly onlyBefore: number;
  readonly onlyAfter: number;
  /** Adapters that only one of the runs is about. */
  readonly adaptersOnlyBefore: readonly string[];
  readonly adaptersOnlyAfter: readonly string[];
}

/** Holds a run against one before it: what both could know, whatever was selected for either. Pure. */
export function compareRuns(before: EarlierRun, after: Results): Comparison {
  const pairs = comparable(before, after);
  return {
    cells: cellChanges(before, after, pairs),
    cases: caseChanges(pairs),
    evidence: evidenceChanges(pairs),
    exceptions: exceptionChanges(before, after),
    extent: {
      compared: pairs.length,
      onlyBefore: before.cases.length - pairs.filter((p) => p.before).length,
      onlyAfter: after.cases.length - pairs.filter((p) => p.after).length,
      adaptersOnlyBefore: adaptersOnly(before, after),
      adaptersOnlyAfter: adaptersOnly(after, before),
    },
  };
}

function adaptersOnly({ run }: EarlierRun, other: EarlierRun): string[] {
  const known = new Set(other.run.adapters.map(({ id }) => id));
  return run.adapters.map(({ id }) => id).filter((id) => !known.has(id));
}
