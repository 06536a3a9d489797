import { isAcceptable } from '../../summary/summary.ts';
import { aboutCase, type Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'evidence-downgraded',
  level: 'fails',
  title: 'A case stands on lesser evidence than it did',
  why: 'What was recorded from the provider says more than what is written from its documents: it should not be lost by the way.',
  todo: 'bring the recording back, or record it again; where the provider took the API away, accept this rule by name',
  acceptable: true,
  find: ({ comparison }) =>
    comparison.evidence.flatMap(({ id, direction, before, after }) => {
      // Of a case that cannot be played any more, the verdict is told.
      if (direction !== 'worse' || after.kind === 'refusal' || !isAcceptable(after)) return [];
      const about = aboutCase(after);
      return [
        {
          ...about,
          ...(after.cassette ? { place: `${after.cassette.path}:1` } : {}),
          before: before.evidence,
          after: after.evidence,
          what: `${id}: ${before.evidence} → ${after.evidence}`,
        },
      ];
    }),
};
