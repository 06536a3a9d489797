/** All rules of the gate, the worst first: in this order findings are told. */
import type { Rule } from './rule.ts';
import { rule as claimedWithoutCases } from './rules/claimed-without-cases.ts';
import { rule as evidenceDowngraded } from './rules/evidence-downgraded.ts';
import { rule as evidenceUpgraded } from './rules/evidence-upgraded.ts';
import { rule as exceptionRemoved } from './rules/exception-removed.ts';
import { rule as expired } from './rules/expired.ts';
import { rule as failedBefore } from './rules/failed-before.ts';
import { rule as improved } from './rules/improved.ts';
import { rule as newFailure } from './rules/new-failure.ts';
import { rule as newlyListed } from './rules/newly-listed.ts';
import { rule as nothingExecuted } from './rules/nothing-executed.ts';
import { rule as passesThoughListed } from './rules/passes-though-listed.ts';
import { rule as problem } from './rules/problem.ts';
import { rule as problemBefore } from './rules/problem-before.ts';
import { rule as regression } from './rules/regression.ts';
import { rule as retired } from './rules/retired.ts';
import { rule as stale } from './rules/stale.ts';
import { rule as vanished } from './rules/vanished.ts';

export const rules: readonly Rule[] = [
  nothingExecuted,
  newlyListed,
  regression,
  vanished,
  newFailure,
  expired,
  passesThoughListed,
  problem,
  claimedWithoutCases,
  evidenceDowngraded,
  stale,
  failedBefore,
  problemBefore,
  retired,
  improved,
  evidenceUpgraded,
  exceptionRemoved,
];
