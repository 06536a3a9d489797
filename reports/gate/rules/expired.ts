import { dayAfter, daysBetween } from '../../../files/day.ts';
import type { ListedException } from '../../../spec/results/schema.ts';
import { expiredOf } from '../listed.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'expired',
  level: 'fails',
  title: 'An exception has expired',
  why: 'An exception is a debt with a day on it; one that nobody looks at again hides what has long been mended, or got worse.',
  todo: 'look whether its reason still holds: give it a later day, or remove it',
  find: ({ after }) =>
    expiredOf(after).map((e) => ({
      implementation: e.implementation,
      place: e.untilPlace,
      what: `the exception for "${e.cases}" expired on ${e.until}`,
      todo: `look whether "${e.reason}" still holds: then ${e.untilPlace} should read "until: ${laterDay(e, after.run.asOf)}", else remove the entry at ${e.place}`,
    })),
};

/** As long again as it was given first, and no longer than half a year. */
function laterDay({ since, until }: ListedException, asOf: string): string {
  const given = daysBetween(since, until);
  const days = given > 0 ? Math.min(given, 182) : 182;
  return dayAfter(asOf, days);
}
