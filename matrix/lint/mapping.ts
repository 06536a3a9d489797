import { mappingProblems } from '../mapping-check.ts';
import type { LintRule } from './rule.ts';

/** Every value of the survey is what the matrix says, or a difference with its reason. */
export const mapping: LintRule = {
  name: 'mapping',
  description:
    'Every value of the survey in mapping.json is a cell or variant, or a listed difference with its reason.',
  check(matrix, context) {
    return mappingProblems(matrix, context.mapping).map((problem) => ({ file: 'mapping.json', ...problem }));
  },
};
