import { passesThoughListed } from '../listed.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'passes-though-listed',
  level: 'fails',
  title: 'A case that is listed as failing passes',
  why: 'It was mended, and the list would hide that it breaks again.',
  todo: 'remove the entry',
  find: ({ after }) => {
    const byEntry = Map.groupBy(after.cases.filter(passesThoughListed), (c) => c.exception ?? '');
    return [...byEntry].map(([place, cases]) => {
      const [first] = cases;
      const isWhole = after.cases.every((c) => c.exception !== place || passesThoughListed(c));
      const named = cases.map(({ id }) => id).join(', ');
      return {
        ...(first
          ? { case: first.id, adapter: first.adapter, implementation: first.implementation, replay: first.replay }
          : {}),
        place,
        what: `listed as failing at ${place}, and passes: ${named}`,
        todo: isWhole
          ? `remove the entry at ${place}`
          : `narrow the pattern of the entry at ${place} to the cases that still fail`,
      };
    });
  },
};
