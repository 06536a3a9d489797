import type { CaseResult, ListedException, Results } from '../../spec/results/schema.ts';

/** The exceptions of a run whose last day is over. */
export const expiredOf = ({ run }: Results): readonly ListedException[] =>
  (run.exceptions ?? []).filter(({ until }) => until < run.asOf);

/** True for a case that fails only because it is listed as failing, and does not. */
export const passesThoughListed = (c: CaseResult): boolean =>
  c.exception !== undefined && c.verdict === 'fail' && !c.checks.some(({ status }) => status === 'fail');

/** True for a case whose exception is over. */
const isOverdue = (results: Results, c: CaseResult): boolean =>
  c.exception !== undefined && expiredOf(results).some(({ place }) => place === c.exception);

/** True for a case that fails by what is wrong with the list alone: other rules tell what that is. */
export const failsByTheList = (results: Results, c: CaseResult): boolean =>
  passesThoughListed(c) || isOverdue(results, c);
