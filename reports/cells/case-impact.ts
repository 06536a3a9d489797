import { groupOf, unusableAdapter } from '../../spec/engine/known-issues.ts';
import type { CaseResult } from '../../spec/results/schema.ts';
import type { Tier } from '../../spec/scenarios/schema.ts';
import { byImpact, type Impact, isConfirmed } from '../../spec/verdicts/impact.ts';
import type { WordedCase } from './cell-state.ts';

/**
 * The worst that a case does to a user, by the checks that it fails. What is unconfirmed fails no check; what a disputed or intended
 * known issue covers counts against nobody. A failure whose findings are not known breaks. Pure.
 */
export function impactOf({
  verdict,
  checks,
  uncounted = [],
}: Pick<CaseResult, 'verdict' | 'checks' | 'uncounted'>): Impact | undefined {
  if (verdict !== 'fail' && verdict !== 'known-failure' && verdict !== 'not-expressible') return undefined;
  const failing = checks.flatMap(({ check, status, findings }) =>
    status === 'fail' ? findings.map((finding) => ({ group: groupOf(check, finding), impact: finding.impact })) : [],
  );
  const counted = failing.filter(({ group }) => !uncounted.includes(group));
  if (counted.length === 0 && (failing.length > 0 || uncounted.includes(unusableAdapter))) return undefined;
  if (verdict === 'not-expressible') return 'rejects';
  return counted.map(({ impact }) => impact).toSorted(byImpact)[0] ?? 'breaks';
}

/** Checks that SHOULD hold and do not. They fail no case, but what they find lost is lost to the user. Pure. */
export const warnedIn = ({ checks }: Pick<CaseResult, 'checks'>): readonly CaseResult['checks'][number][] =>
  checks.filter(
    ({ level, status, findings }) =>
      level === 'SHOULD' &&
      status === 'warn' &&
      findings.some(({ impact, evidence }) => impact !== 'differs' && isConfirmed(evidence)),
  );

/** A case as the word of its cell goes by it. Pure. */
export function worded(
  c: Pick<CaseResult, 'kind' | 'verdict' | 'checks' | 'uncounted'> & { readonly tier?: Tier | undefined },
): WordedCase {
  const failed = impactOf(c);
  const failing = c.checks.flatMap(({ status, findings }) => (status === 'fail' ? findings : []));
  // Rejected, and it counts against nobody: then the conversation was not had, and nothing is known of it.
  const isUncounted = failed === undefined && failing.some((finding) => finding.impact === 'rejects');
  const isUnbuilt =
    isUncounted || c.checks.some(({ findings }) => findings.some(({ group }) => group === 'rejected-by-bridge'));
  return {
    kind: c.kind,
    verdict: c.verdict,
    ...(c.tier ? { tier: c.tier } : {}),
    impact: failed ?? (isUncounted || warnedIn(c).length === 0 ? undefined : 'loses'),
    ...(isUnbuilt ? { isUnbuilt } : {}),
  };
}
