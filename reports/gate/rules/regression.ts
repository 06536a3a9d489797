import { isAcceptable } from '../../summary/summary.ts';
import { failsByTheList } from '../listed.ts';
import { aboutChange, type Rule, reasonOf } from '../rule.ts';

export const rule: Rule = {
  id: 'regression',
  level: 'fails',
  title: 'A case that was good is not any more',
  why: 'Who relies on what worked finds out only when it is released.',
  todo: 'mend the adapter; the finding says what the wire said and what the adapter made of it',
  find: ({ after, comparison }) =>
    comparison.cases.flatMap(({ id, before: was, after: is }) => {
      if (!was || !is || !isAcceptable(was) || isAcceptable(is) || failsByTheList(after, is)) return [];
      return [{ ...aboutChange(was, is), what: `${id}: ${was.verdict} → ${is.verdict}: ${reasonOf(is)}` }];
    }),
};
