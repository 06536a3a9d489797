import type { CaseResult } from '../../spec/results/schema.ts';
import { isAcceptable } from '../summary/summary.ts';

/** What a run comes to, in numbers that add up to its cases. */
export interface RunNumbers {
  readonly passed: number;
  /** Covered by known issues: `known-failure` and `not-expressible`. */
  readonly excepted: number;
  /** Everything else: what makes a run red. */
  readonly failed: number;
}

/** Adds up a run. Pure. */
export function runNumbers({ cases }: { readonly cases: readonly Pick<CaseResult, 'verdict'>[] }): RunNumbers {
  const passed = cases.filter((c) => c.verdict === 'pass').length;
  const failed = failing(cases).length;
  return { passed, failed, excepted: cases.length - passed - failed };
}

/** The cases that make a run red. */
export const failing = <T extends Pick<CaseResult, 'verdict'>>(cases: readonly T[]): T[] =>
  cases.filter((c) => !isAcceptable(c));
