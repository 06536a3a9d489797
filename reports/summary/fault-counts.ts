import type { CaseResult } from '../../spec/results/schema.ts';

/** What was tried on answers on their way, and what of it an adapter did not survive. */
export interface FaultCounts {
  /** Faults tried. */
  readonly tried: number;
  /** Places at which streams were cut. */
  readonly cuts: number;
  /** Errors that left an adapter and are none of the contract. */
  readonly untyped: number;
  /** Cases that ended because an adapter did not. */
  readonly hangs: number;
  /** Cases that ended in something else than a judgement. */
  readonly crashes: number;
}

/** Counts over the fault cases of a run; `undefined` where it had none. Pure. */
export function faultCounts(cases: readonly CaseResult[]): FaultCounts | undefined {
  const faults = cases.filter(({ kind }) => kind === 'fault');
  if (faults.length === 0) return undefined;
  return {
    tried: sum(faults.map(({ trials = 0 }) => trials)),
    cuts: sum(faults.map(({ cuts = 0 }) => cuts)),
    untyped: sum(
      faults.flatMap(({ checks }) =>
        checks.filter((c) => c.check === 'typed-errors-only').map((c) => c.findings.length),
      ),
    ),
    hangs: faults.filter(({ reason = '' }) => reason.includes('did not come to an end')).length,
    crashes: faults.filter(({ verdict }) => verdict === 'error').length,
  };
}

/** One line of a summary. */
export const faultLine = ({ tried, cuts, untyped, hangs, crashes }: FaultCounts): string =>
  `${tried} faults tried on answers on their way, streams cut at ${cuts} places: ${untyped} untyped errors, ${hangs} hangs, ${crashes} crashes`;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);
