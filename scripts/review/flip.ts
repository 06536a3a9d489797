/** A case played with two sets of recordings, and what came out otherwise. Pure. */
import { visible } from '../../files/visible.ts';
import type { Concluded } from '../../spec/engine/conclusions.ts';
import type { CaseResult } from '../../spec/results/schema.ts';

/** From best to worst. Exceptions have been applied, so that what is listed weighs no more than it does in a run. */
const ranks: Readonly<Record<CaseResult['verdict'], number>> = {
  pass: 0,
  'known-failure': 1,
  'not-expressible': 1,
  'not-testable': 2,
  fail: 3,
  error: 4,
};

/** What came of a case with one set of recordings. */
export interface Side {
  readonly verdict: CaseResult['verdict'];
  /** Why it is no pass. */
  readonly reason?: string;
}

/** A check that says something else now. */
export interface FlippedCheck {
  readonly check: string;
  readonly level: 'MUST' | 'SHOULD' | 'MAY';
  readonly before: CheckStatus;
  readonly after: CheckStatus;
  /** The first finding, of the side that has one. */
  readonly finding?: string;
}

type CheckStatus = CaseResult['checks'][number]['status'];

/** A case on both sides. The cell is tool × provider API; whose adapter and which mode stand beside it. */
export interface Compared {
  readonly case: string;
  readonly kind: CaseResult['kind'];
  readonly tool: string;
  readonly providerApi: string;
  readonly adapter: string;
  readonly implementation: string;
  readonly scenario: string;
  readonly mode: CaseResult['mode'];
  readonly before: Side;
  readonly after: Side;
  /** `other`: the verdict weighs the same, and checks find what they did not, or no longer what they did. */
  readonly direction: 'same' | 'worse' | 'better' | 'other';
  /** Those that found something on one side alone. */
  readonly checks: readonly FlippedCheck[];
}

/** True for a case that did not come out the same. */
export const isFlip = ({ direction }: Compared): boolean => direction !== 'same';

/** True for a case that comes out worse. */
export const isWorse = ({ direction }: Compared): boolean => direction === 'worse';

/** Compares what came of a case on both sides. */
export function compared(before: Concluded, after: Concluded): Compared {
  const { id, kind, tool, providerApi, adapter, implementation, scenario, mode } = after.result;
  const checks = flippedChecks(before.result.checks, after.result.checks);
  const sides = { before: sideOf(before), after: sideOf(after) };
  const step = rankOf(after) - rankOf(before);
  const isOther = checks.length > 0 || sides.before.verdict !== sides.after.verdict;
  const direction = step > 0 ? 'worse' : step < 0 ? 'better' : isOther ? 'other' : 'same';
  return { case: id, kind, tool, providerApi, adapter, implementation, scenario, mode, ...sides, direction, checks };
}

/** An exceptions file that is no longer strict fails a run as a failing case does. */
const rankOf = ({ verdict, exceptionProblem }: Concluded): number =>
  Math.max(ranks[verdict], exceptionProblem ? ranks.fail : 0);

function sideOf({ verdict, reason, exceptionProblem }: Concluded): Side {
  const why = exceptionProblem ? `${exceptionProblem.message}; ${exceptionProblem.hint}` : reason;
  return { verdict, ...(why === undefined ? {} : { reason: visible(why) }) };
}

function flippedChecks(before: CaseResult['checks'], after: CaseResult['checks']): FlippedCheck[] {
  const ids = new Set([...after, ...before].map(({ check }) => check));
  return [...ids].flatMap((check) => {
    const was = before.find((c) => c.check === check);
    const is = after.find((c) => c.check === check);
    const level = (is ?? was)?.level;
    if (level === undefined || hasFound(was) === hasFound(is)) return [];
    const [finding] = (hasFound(is) ? is : was)?.findings ?? [];
    return {
      check,
      level,
      before: was?.status ?? 'not-applicable',
      after: is?.status ?? 'not-applicable',
      ...(finding ? { finding: visible(finding.message) } : {}),
    };
  });
}

const hasFound = (result: CaseResult['checks'][number] | undefined): boolean =>
  result?.status === 'fail' || result?.status === 'warn';
