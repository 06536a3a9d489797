import { isAcceptable } from '../../summary/summary.ts';
import { failsByTheList } from '../listed.ts';
import { aboutChange, type Rule, reasonOf } from '../rule.ts';

export const rule: Rule = {
  id: 'failed-before',
  level: 'told',
  title: 'A case fails, as it did before',
  why: 'It is not of this change: who made it is not to be kept from it by what others left.',
  todo: 'mend it in a change of its own',
  find: ({ before, after }) => {
    const old = new Map(before.cases.map((c) => [c.id, c]));
    return after.cases.flatMap((is) => {
      const was = old.get(is.id);
      if (!was || isAcceptable(was) || isAcceptable(is) || failsByTheList(after, is)) return [];
      return [{ ...aboutChange(was, is), what: `${is.id}: ${is.verdict}, and was ${was.verdict}: ${reasonOf(is)}` }];
    });
  },
};
