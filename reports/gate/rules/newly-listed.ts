import { aboutChange, type Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'newly-listed',
  level: 'fails',
  title: 'A case that passed is listed as an exception now',
  why: 'Listing makes a run green without mending anything: that is for a reviewer to agree to, not for the list.',
  todo: 'mend the adapter; where the library under it has changed, a reviewer accepts this rule by name',
  acceptable: true,
  find: ({ comparison }) =>
    comparison.cases.flatMap(({ id, before: was, after: is }) => {
      if (was?.verdict !== 'pass' || !is?.exception) return [];
      if (is.verdict !== 'known-failure' && is.verdict !== 'not-expressible') return [];
      const what = `${id} passed, and is listed as ${is.verdict}: ${is.reason ?? 'no reason was given'}`;
      return [{ ...aboutChange(was, is), place: is.exception, what }];
    }),
};
