export { lintFolder } from './lint-folder.ts';
export { lintMatrix, lintRules } from './lint-matrix.ts';
export type { LintContext, LintProblem, LintRule } from './rule.ts';
