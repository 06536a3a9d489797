/** What checks find of conversations as they were recorded. Their own cases judge them, and every family of faults asks. */
import type { Judgement } from './judge.ts';
import type { Trace } from './trace.ts';

const known = new WeakMap<Trace, ReadonlySet<string>>();

/**
 * Notes what a judgement by all checks of a bench found. What another case or the provider's types say of it, no play of a fault is
 * judged by.
 */
export function noteFindings(trace: Trace, { checks }: Judgement): ReadonlySet<string> {
  const found = new Set(checks.filter(({ findings }) => findings.length > 0).map(({ check }) => check));
  known.set(trace, found);
  return found;
}

/** The ids of the checks that find something of a trace; judged now, where nobody has done so. */
export const findingChecks = (trace: Trace, judge: () => Judgement): ReadonlySet<string> =>
  known.get(trace) ?? noteFindings(trace, judge());
