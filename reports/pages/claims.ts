import type { Claim } from '../../matrix/model.ts';
import { claimantLabels, supportLabels } from './labels.ts';

/** Where claims disagree, who says what: `yes (ADR of 2025-06-23), no (SDK types)`. Nothing where all say the same. */
export function disagreement(claims: readonly Claim[]): string | undefined {
  const bySupport = Map.groupBy(claims, (c) => c.support);
  if (bySupport.size < 2) return undefined;
  const parties = [...bySupport].map(([support, said]) => `${supportLabels[support].word} (${namesOf(said)})`);
  return parties.join(', ');
}

function namesOf(claims: readonly Claim[]): string {
  return [...new Set(claims.map((c) => claimantLabels[c.by]))].join(', ');
}
