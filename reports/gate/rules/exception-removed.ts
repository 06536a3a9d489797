import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'exception-removed',
  level: 'better',
  title: 'An exception is gone',
  why: 'One thing less that is known to fail.',
  todo: 'nothing',
  find: ({ comparison }) =>
    (comparison.exceptions?.removed ?? []).map(({ implementation, cases, verdict }) => ({
      implementation,
      what: `${cases} is no longer listed as ${verdict}`,
    })),
};
