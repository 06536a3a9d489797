import { aboutChange, type Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'improved',
  level: 'better',
  title: 'A case is better than it was',
  why: 'What was mended is worth as much as what was broken.',
  todo: 'nothing',
  find: ({ comparison }) =>
    comparison.cases.flatMap(({ id, direction, before: was, after: is }) =>
      direction === 'better' && was && is
        ? [{ ...aboutChange(was, is), what: `${id}: ${was.verdict} → ${is.verdict}` }]
        : [],
    ),
};
