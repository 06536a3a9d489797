import type { Rule } from '../rule.ts';
import { keyOf, unexplainedProblems } from './problem.ts';

export const rule: Rule = {
  id: 'problem-before',
  level: 'told',
  title: 'The run has a problem that the base has, too',
  why: 'It is not of this change, and somebody has to mend it.',
  todo: 'do what the problem says, in a change of its own',
  find: ({ before, after }) => {
    const known = new Set(before.problems.map(keyOf));
    return unexplainedProblems(after)
      .filter((p) => known.has(keyOf(p)))
      .map(({ place, message, hint }) => ({ place, what: message, todo: hint }));
  },
};
