import { type Plan, without } from '../../spec/engine/plan.ts';
import type { SuiteReport } from '../../spec/engine/suite.ts';
import { acceptableVerdicts } from '../../spec/engine/verdict.ts';
import type { Results } from '../../spec/results/schema.ts';

interface AsFar {
  readonly plan: Plan;
  readonly reports: readonly SuiteReport[];
  /** Cases that were left out because the run ended early. */
  readonly notRun?: Results['run']['notRun'];
}

/**
 * The part of a run that counts. A run that fails fast leaves out all fault cases as soon as another case has failed: how many its
 * processes had run by then is chance. Other cases that did not run are missing for a reason outside the plan. Pure.
 */
export function asFarAsItWent(plan: Plan, reports: readonly SuiteReport[]): AsFar {
  const others = reports.filter(({ result }) => result.kind !== 'fault');
  const failed = others.filter(({ verdict }) => !acceptableVerdicts.includes(verdict)).length;
  if (plan.settings.failFast && failed > 0) {
    const played = without(plan, 'fault');
    const reason = `--fail-fast leaves out fault cases when another case fails; failed: ${failed}`;
    return { plan: played, reports: others, ...missing(plan.cases.length - played.cases.length, reason) };
  }
  // Cases of other shards are not missing.
  if (plan.selection.shard) return { plan, reports };
  return { plan, reports, ...missing(plan.cases.length - reports.length, notReported) };
}

const notReported = 'vitest ended before them (--bail), left them out by a filter, or could not load their file';

const missing = (cases: number, reason: string): Pick<AsFar, 'notRun'> =>
  cases > 0 ? { notRun: { cases, reason } } : {};
