import type { RunProblem } from '../../../spec/engine/verdict.ts';
import type { Results } from '../../../spec/results/schema.ts';
import { expiredOf, passesThoughListed } from '../listed.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'problem',
  level: 'fails',
  title: 'The run has a problem that the base did not have',
  why: 'A suite that cannot be loaded, a recording that nothing plays, an exception that fits nothing: none is a case that could fail.',
  todo: 'do what the problem says',
  find: ({ before, after }) => {
    const known = new Set(before.problems.map(keyOf));
    return unexplainedProblems(after)
      .filter((p) => !known.has(keyOf(p)))
      .map(({ place, message, hint }) => ({ place, what: message, todo: hint }));
  },
};

/** The problems of a run that no other rule is about. */
export function unexplainedProblems(results: Results): readonly RunProblem[] {
  const explained = new Set([
    ...expiredOf(results).map(({ untilPlace }) => untilPlace),
    ...results.cases.filter(passesThoughListed).map(({ exception }) => exception),
  ]);
  return results.problems.filter(({ place }) => !explained.has(place));
}

/** The same problem stands on another line as soon as anything above it changes. */
export const keyOf = ({ place, message }: RunProblem): string => `${place.replace(/:\d+(:\d+)?$/, '')} ${message}`;
