import type { CaseResult, ListedIssue, Results } from '../../spec/results/schema.ts';
import { byImpact, type Impact } from '../../spec/verdicts/impact.ts';
import { warnedIn, worded } from './case-impact.ts';
import { hasGap, isJudged } from './cell-state.ts';

/** Something that keeps a cell from working whole. */
export interface Gap {
  /** That of a known issue; else what the check that fails demands. */
  readonly title: string;
  readonly impact: Impact;
  /** The known issue, as `<adapter>/<id>`; absent where none covers it. */
  readonly issue?: string;
  /** How many core and extended conversations have it. */
  readonly conversations: number;
}

interface Found extends Omit<Gap, 'conversations'> {
  readonly isCore: boolean;
  readonly scenario: string;
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
  const found = own.flatMap((c): Found[] => {
    const word = worded(c);
    if (!isJudged(word) || !hasGap(word)) return [];
    const counted = issuesOf(c).filter(({ state }) => state === undefined);
    const of = { isCore: c.tier === 'core', scenario: c.scenario };
    if (counted.length > 0) {
      return counted.map(({ id, adapter, title, impact }) => ({ ...of, title, impact, issue: `${adapter}/${id}` }));
    }
    const failing = c.checks.filter(({ status }) => status === 'fail');
    const titles = (failing.length > 0 ? failing : warnedIn(c)).map(
      ({ check }) => checks.find(({ id }) => id === check)?.title ?? check,
    );
    return [{ ...of, title: titles[0] ?? c.reason ?? c.id, impact: word.impact ?? 'breaks' }];
  });
  return [...Map.groupBy(found, ({ title, impact }) => `${impact} ${title}`).values()]
    .flatMap((same) => {
      const [first] = same;
      const isCore = same.some((gap) => gap.isCore);
      return first ? [{ ...first, isCore, conversations: new Set(same.map(({ scenario }) => scenario)).size }] : [];
    })
    .toSorted(
      (a, b) =>
        byImpact(a.impact, b.impact) || Number(b.isCore) - Number(a.isCore) || b.conversations - a.conversations,
    )
    .map(({ title, impact, issue, conversations }) => ({
      title,
      impact,
      ...(issue === undefined ? {} : { issue }),
      conversations,
    }));
}
