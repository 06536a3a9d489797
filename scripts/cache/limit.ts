import { onlyAffected, type Plan } from '../../spec/engine/plan.ts';
import type { AffectedCases } from './affected-cases.ts';

/**
 * A plan with those of its cases alone that a change can affect, the plan itself where these are all that there are, and `undefined` where
 * it can affect none of them. Pure.
 */
export function limited(plan: Plan, { since, cases, isEverything }: AffectedCases): Plan | undefined {
  if (isEverything) return plan;
  const only = onlyAffected(plan, since.commit, new Set(cases.map(({ id }) => id)));
  return only.cases.length > 0 ? only : undefined;
}
