import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'nothing-executed',
  level: 'fails',
  title: 'Not every case was executed',
  why: 'A run that leaves out what it was made for proves nothing of it, and would pass all the same.',
  todo: 'look at the problems of the run: a suite that cannot be loaded executes nothing',
  find: ({ after: { counts } }) => {
    if (counts.executed === 0) return [{ what: 'no case was executed' }];
    if (counts.asserted === 0)
      return [{ what: `of ${counts.executed} cases that were executed none compared anything` }];
    if (counts.executed >= counts.generated) return [];
    return [{ what: `${counts.executed} of ${counts.generated} cases were executed` }];
  },
};
