import { isAcceptable } from '../../summary/summary.ts';
import { failsByTheList } from '../listed.ts';
import { aboutCase, type Rule, reasonOf } from '../rule.ts';

export const rule: Rule = {
  id: 'new-failure',
  level: 'fails',
  title: 'A case that the base did not have fails',
  why: 'What is new has nobody who got used to it failing: it works, or it is listed with reason, source and expiry.',
  todo: 'mend the adapter, or list the case in its exceptions.yaml with reason, source and last day',
  find: ({ before, after }) => {
    const known = new Set(before.cases.map(({ id }) => id));
    return after.cases
      .filter((c) => !known.has(c.id) && !isAcceptable(c) && !failsByTheList(after, c))
      .map((c) => ({ ...aboutCase(c), after: c.verdict, what: `${c.id}: ${c.verdict}: ${reasonOf(c)}` }));
  },
};
