export { lintFolder } from './lint-folder.ts';
export { lintMatrix, lintRules } from './lint-matrix.ts';
export type { LintContext, LintProblem, LintRule, LocatedProblem } from './rule.ts';
