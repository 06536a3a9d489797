import type { CaseResult, ListedIssue, Results } from '../../spec/results/schema.ts';
import { byImpact, type Impact } from '../../spec/verdicts/impact.ts';
import { warnedIn, worded } from './case-impact.ts';
import { hasGap, isJudged } from './cell-state.ts';

/** Something that keeps a cell from working whole. */
export interface Gap {
  /** That of a known issue; else what the check that fails demands. */
  readonly title: string;
  readonly impact: Impact;
  /** How many core and extended conversations have it. */
  readonly cases: number;
}

/**
 * What the word of a cell rests on where it is not "works": known issues and, of what these do not cover, failing checks; of core and
 * extended conversations alone. The worst first, then what core conversations have, then what most have. Pure.
 */
export function gapsOf(
  cases: readonly CaseResult[],
  issuesOf: (c: CaseResult) => readonly ListedIssue[],
  checks: Results['checks'],
): readonly Gap[] {
  const own = cases.filter((c) => (c.tier === 'core' || c.tier === 'extended') && c.kind === 'scenario');
  const found = own.flatMap((c) => {
    const word = worded(c);
    if (!isJudged(word) || !hasGap(word)) return [];
    const counted = issuesOf(c).filter(({ state }) => state === undefined);
    const isCore = c.tier === 'core';
    if (counted.length > 0) return counted.map(({ title, impact }) => ({ title, impact, isCore }));
    const failing = c.checks.filter(({ status }) => status === 'fail');
    const titles = (failing.length > 0 ? failing : warnedIn(c)).map(
      ({ check }) => checks.find(({ id }) => id === check)?.title ?? check,
    );
    return [{ title: titles[0] ?? c.reason ?? c.id, impact: word.impact ?? 'breaks', isCore }];
  });
  return [...Map.groupBy(found, ({ title, impact }) => `${impact} ${title}`).values()]
    .flatMap((same) => {
      const [first] = same;
      return first ? [{ ...first, isCore: same.some(({ isCore }) => isCore), cases: same.length }] : [];
    })
    .toSorted((a, b) => byImpact(a.impact, b.impact) || Number(b.isCore) - Number(a.isCore) || b.cases - a.cases)
    .map(({ title, impact, cases }) => ({ title, impact, cases }));
}
