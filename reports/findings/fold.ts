import { canonicalJson } from '../../files/canonical-json.ts';
import type { Finding } from '../../spec/engine/verdict.ts';

/** A finding, and the places at which the same was found again. */
export interface FoldedFinding extends Finding {
  readonly again: readonly string[];
}

/**
 * Findings that say the same of several places, as one: a message that goes out wrong goes out wrong in every later request.
 * Pure; the order is that of the first of each.
 */
export function foldFindings(findings: readonly Finding[]): readonly FoldedFinding[] {
  const same = Map.groupBy(findings, ({ message, rule }) => canonicalJson([message, rule?.id ?? null]));
  return [...same.values()].map((group) => {
    const [first, ...rest] = group as [Finding, ...Finding[]];
    return { ...first, again: rest.flatMap((f) => f.wirePath ?? f.adapterPath ?? []) };
  });
}
