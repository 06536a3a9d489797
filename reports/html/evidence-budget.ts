import type { CaseResult } from '../../spec/results/schema.ts';
import { failing } from './run-numbers.ts';

/** How much of what cases hold one page shows, in characters of JSON: as markup they are about twice as many, 1.4 MB at most. */
export const detailRoom = 600_000;

/** How many cases of which nothing was seen are shown whole. */
const mostUnseen = 200;

/** The cases whose evidence a page would show, the most important first: those that make the run red, then the known failures. */
function worthShowing(cases: readonly CaseResult[]): CaseResult[] {
  return [...failing(cases), ...cases.filter((c) => c.verdict === 'known-failure')];
}

/**
 * The hashes of the evidence that a page has room for, with what the checks found.
 *
 * @param sizeOf bytes of an evidence file
 */
export function evidenceShown(cases: readonly CaseResult[], sizeOf: (sha256: string) => number): Set<string> {
  const shown = new Set<string>();
  let left = detailRoom;
  for (const { evidenceSha256, checks } of worthShowing(cases)) {
    if (evidenceSha256 === undefined) continue;
    left -= JSON.stringify(checks).length + (shown.has(evidenceSha256) ? 0 : sizeOf(evidenceSha256));
    if (left < 0) break;
    shown.add(evidenceSha256);
  }
  return shown;
}

/** The ids of the cases that a page shows whole: with their evidence, or failing without any. */
export function detailedCases(cases: readonly CaseResult[], evidence: { has(sha256: string): boolean }): Set<string> {
  let unseen = 0;
  const shown = worthShowing(cases).filter((c) =>
    c.evidenceSha256 === undefined ? unseen++ < mostUnseen : evidence.has(c.evidenceSha256),
  );
  return new Set(shown.map(({ id }) => id));
}
