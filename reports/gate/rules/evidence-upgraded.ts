import { aboutCase, type Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'evidence-upgraded',
  level: 'better',
  title: 'A case stands on better evidence than it did',
  why: 'What was recorded from the provider says more than what is written from its documents.',
  todo: 'nothing',
  find: ({ comparison }) =>
    comparison.evidence.flatMap(({ id, direction, before, after }) =>
      direction === 'better' && after.kind !== 'refusal'
        ? [
            {
              ...aboutCase(after),
              before: before.evidence,
              after: after.evidence,
              what: `${id}: ${before.evidence} → ${after.evidence}`,
            },
          ]
        : [],
    ),
};
