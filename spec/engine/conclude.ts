import { type Doubts, noDoubts } from './doubts.ts';
import type { Judgement } from './judge.ts';
import type { Trace } from './trace.ts';
import type { Verdict } from './verdict.ts';

/** A verdict before exceptions, with its reason where it is no pass. */
export interface Conclusion {
  readonly verdict: Verdict;
  readonly reason?: string;
}

/**
 * From what was found to a verdict. The harness answers for its own part first: a recording that does not hold what the
 * scenario states, or what the provider could not have said, proves nothing about an adapter. Then the adapter's findings count. A conversation that could not be
 * played, or a case in which nothing was compared, is the harness's fault again.
 */
export function conclude(
  trace: Trace,
  { checks }: Judgement,
  { unfulfilled, misshapen }: Doubts = noDoubts,
): Conclusion {
  const [broken] = unfulfilled;
  if (broken)
    return { verdict: 'error', reason: `the recording does not fulfil its scenario: ${broken}${asked(checks)}` };
  const [odd] = misshapen;
  if (odd) return { verdict: 'error', reason: `the recording is not what the provider's own types allow: ${odd}` };
  const failed = checks.filter((c) => c.status === 'fail');
  const [first] = failed;
  if (first) {
    const more = failed.length > 1 ? ` (and ${failed.length - 1} more checks)` : '';
    return { verdict: 'fail', reason: `${first.check}: ${first.findings[0]?.message}${more}` };
  }
  const thrown = trace.steps.find((s) => s.error)?.error;
  if (trace.unplayable) return { verdict: 'error', reason: `the scenario cannot be played: ${trace.unplayable}` };
  if (!checks.some((c) => c.level === 'MUST' && c.status === 'pass')) {
    return {
      verdict: 'error',
      reason: `no check compared anything${thrown ? `; the adapter threw ${thrown.name}: ${thrown.message}` : ''}`,
    };
  }
  return { verdict: 'pass' };
}

/** What an answer says may hang on what was asked, such as which tools were declared: then the cause is there. */
function asked(checks: Judgement['checks']): string {
  const [found] = checks
    .filter(({ status }) => status === 'fail')
    .flatMap(({ check, findings }) => findings.map((finding) => ({ check, ...finding })))
    .filter(({ wirePath }) => wirePath?.includes('].request'));
  return found ? `; it may be for what was asked, see ${found.check}: ${found.message}` : '';
}
