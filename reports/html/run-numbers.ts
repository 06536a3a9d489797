import type { CaseResult } from '../../spec/results/schema.ts';
import { gradeOf } from '../cells/cell-state.ts';
import { verdictLabels } from './labels.ts';

/** What a run comes to, in numbers. */
export interface RunNumbers {
  readonly passed: number;
  /** Covered by known issues: `known-failure` and `not-expressible`. */
  readonly excepted: number;
  /** Everything else: what makes a run red. */
  readonly failed: number;
  /** Cases replayed from what was recorded live, from what was written from documents, and from nothing. */
  readonly evidence: { readonly live: number; readonly documented: number; readonly none: number };
  /** Refusals: no recording is part of their proof. */
  readonly refusals: number;
  /** Day of the oldest live recording. */
  readonly oldest: string | undefined;
}

/** What is counted of a case. */
type Counted = Pick<CaseResult, 'kind' | 'verdict' | 'evidence' | 'cassette'>;

/** Adds up a run. Pure. */
export function runNumbers({ cases }: { readonly cases: readonly Counted[] }): RunNumbers {
  const passed = cases.filter((c) => c.verdict === 'pass').length;
  const failed = failing(cases).length;
  const played = cases.filter((c) => c.kind !== 'rejection');
  const graded = (grade: CaseResult['evidence']) => played.filter((c) => c.evidence === grade).length;
  return {
    passed,
    failed,
    excepted: cases.length - passed - failed,
    evidence: { live: graded('live'), documented: graded('documented'), none: graded('none') },
    refusals: cases.length - played.length,
    oldest: played
      .filter((c) => gradeOf([c]) === 'live')
      .flatMap((c) => c.cassette?.recordedAt ?? [])
      .sort()[0],
  };
}

/** The cases that make a run red. */
export function failing<T extends Pick<CaseResult, 'verdict'>>(cases: readonly T[]): T[] {
  return cases.filter((c) => !verdictLabels[c.verdict].acceptable);
}
