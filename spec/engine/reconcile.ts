import type { Conclusion } from './conclude.ts';
import { type Exception, isAbout } from './exceptions.ts';
import type { CheckResult, RunProblem } from './verdict.ts';

/** The verdict that counts, the exception that made it so, and what is wrong with the exceptions. */
export interface Reconciled {
  readonly conclusion: Conclusion;
  readonly exception?: Exception;
  readonly problem?: RunProblem;
}

/**
 * Holds a conclusion against the exceptions. A failure that is listed becomes `known-failure` or `not-expressible`; a case
 * that is listed and passes is a problem, because a list that is not strict hides the next defect. `error` and
 * `not-testable` are never excused: they are not the adapter's.
 *
 * @param undecided checks that had nothing to compare with, so that nobody knows whether they still fail
 */
export function reconcile(
  caseId: string,
  conclusion: Conclusion,
  checks: readonly CheckResult[],
  exceptions: readonly Exception[],
  asOf: string,
  undecided: readonly string[] = [],
): Reconciled {
  const exception = exceptions.find((e) => isAbout(e, caseId));
  if (!exception) return { conclusion };
  const isUndecided = (check: string) => undecided.includes(check);
  if (conclusion.verdict === 'pass') {
    if (exception.checks?.some(isUndecided)) return { conclusion };
    return {
      conclusion: { verdict: 'fail', reason: `passes, but ${exception.place} lists it as ${exception.verdict}` },
      exception,
      problem: {
        place: exception.place,
        message: `${caseId} is listed as ${exception.verdict} and passes`,
        hint: `remove the entry, or narrow its pattern "${exception.cases}" to the cases that still fail`,
      },
    };
  }
  if (conclusion.verdict !== 'fail' || exception.until < asOf) return { conclusion, exception };
  const failed = checks.filter((c) => c.status === 'fail').map((c) => c.check);
  const unlisted = exception.checks ? failed.filter((c) => !exception.checks?.includes(c)) : [];
  if (unlisted.length > 0) {
    return {
      conclusion: {
        verdict: 'fail',
        reason: `${conclusion.reason}; ${exception.place} does not list ${unlisted.join(', ')}`,
      },
      exception,
    };
  }
  const known: Reconciled = { conclusion: { verdict: exception.verdict, reason: exception.reason }, exception };
  const stale = exception.checks?.filter((c) => !failed.includes(c) && !isUndecided(c)) ?? [];
  if (stale.length === 0) return known;
  const problem: RunProblem = {
    place: exception.place,
    message: `${caseId} is listed as failing ${stale.join(', ')} and does not`,
    hint: `take ${stale.join(', ')} out of "checks", or narrow the pattern "${exception.cases}"`,
  };
  return { ...known, problem };
}
