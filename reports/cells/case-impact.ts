import type { CaseResult } from '../../spec/results/schema.ts';
import type { Tier } from '../../spec/scenarios/schema.ts';
import { byImpact, type Impact } from '../../spec/verdicts/impact.ts';
import type { WordedCase } from './cell-state.ts';

/**
 * The worst that a case does to a user, by the checks that it fails. What is unconfirmed fails no check. A failure whose findings are
 * not known breaks. Pure.
 */
export function impactOf({ verdict, checks }: Pick<CaseResult, 'verdict' | 'checks'>): Impact | undefined {
  if (verdict === 'not-expressible') return 'rejects';
  if (verdict !== 'fail' && verdict !== 'known-failure') return undefined;
  const found = checks.flatMap(({ status, findings }) => (status === 'fail' ? findings : []));
  return found.map(({ impact }) => impact).toSorted(byImpact)[0] ?? 'breaks';
}

/** A case as the word of its cell goes by it. Pure. */
export function worded(
  c: Pick<CaseResult, 'kind' | 'verdict' | 'checks'> & { readonly tier?: Tier | undefined },
): WordedCase {
  const isUnbuilt = c.checks.some(({ findings }) => findings.some(({ group }) => group === 'rejected-by-bridge'));
  return {
    kind: c.kind,
    verdict: c.verdict,
    ...(c.tier ? { tier: c.tier } : {}),
    impact: impactOf(c),
    ...(isUnbuilt ? { isUnbuilt } : {}),
  };
}
