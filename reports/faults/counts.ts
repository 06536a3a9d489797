/** Counts of faults: run and passed. Pure. */
import { countOf } from '../../lib/count-of.ts';
import { type FaultGroup, faultGroups } from '../../spec/faults/groups.ts';
import type { CaseResult } from '../../spec/results/schema.ts';

/** Counts of one group of faults. */
export interface GroupCounts {
  /** Faults that were run. */
  readonly tried: number;
  /** Faults without a failure. */
  readonly survived: number;
}

export interface FaultCounts {
  readonly groups: Readonly<Record<FaultGroup, GroupCounts>>;
  /** Split points of streams. */
  readonly cuts: number;
  /** Errors of adapters that are not errors of the contract. */
  readonly untyped: number;
  /** Cases that ended at their time limit. */
  readonly hangs: number;
  /** Cases that ended with an error instead of a verdict. */
  readonly crashes: number;
}

/** Counts over the fault cases among some; `undefined` where there are none. */
export function faultCounts(cases: readonly CaseResult[]): FaultCounts | undefined {
  const faults = cases.filter(({ kind }) => kind === 'fault');
  if (faults.length === 0) return undefined;
  const ofGroup = (group: FaultGroup): GroupCounts => {
    const trials = faults.filter((c) => c.faults === group).flatMap((c) => c.trials ?? []);
    const tried = sum(trials.map((t) => t.tried));
    return { tried, survived: tried - sum(trials.map((t) => t.failed)) };
  };
  return {
    groups: Object.fromEntries(faultGroups.map((group) => [group, ofGroup(group)])) as FaultCounts['groups'],
    cuts: sum(faults.map(({ trials }) => trials?.cuts ?? 0)),
    untyped: sum(
      faults.flatMap(({ checks }) => checks.filter((c) => c.check === 'error-types').map((c) => c.findings.length)),
    ),
    hangs: faults.filter(({ reason = '' }) => reason.includes('did not come to an end')).length,
    crashes: faults.filter(({ verdict }) => verdict === 'error').length,
  };
}

/** Labels of the groups. */
const faultGroupLabels: Readonly<Record<FaultGroup, string>> = {
  framing: 'Framing',
  tolerance: 'Tolerance',
  errors: 'Errors',
  mutations: 'Mutations',
  dialects: 'Compatible servers',
};

/** One line of a summary. */
export function faultLine({ groups, cuts, untyped, hangs, crashes }: FaultCounts): string {
  const told = faultGroups
    .filter((group) => groups[group].tried > 0)
    .map((group) => `${faultGroupLabels[group].toLowerCase()} ${groups[group].survived}/${groups[group].tried}`);
  return `faults passed: ${told.join(', ')} (${countOf(cuts, 'split point')}; ${countOf(untyped, 'untyped error')}, ${countOf(hangs, 'hang')}, ${crashes} ${crashes === 1 ? 'crash' : 'crashes'})`;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);
