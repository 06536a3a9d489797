import type { Matrix } from '../model.ts';
import { adrClaimsComeFirst } from './adr-claims-come-first.ts';
import { adrTable } from './adr-table.ts';
import { claimsAreDated } from './claims-are-dated.ts';
import { driftIds } from './drift-ids.ts';
import { driftIsShown } from './drift-is-shown.ts';
import { driftNamesCells } from './drift-names-cells.ts';
import { mapping } from './mapping.ts';
import { notesWhereNeeded } from './notes-where-needed.ts';
import { operations } from './operations.ts';
import type { LintContext, LintProblem, LintRule } from './rule.ts';
import { sourcesAreCited } from './sources-are-cited.ts';
import { supportHasSource } from './support-has-source.ts';
import { supportIsClaimed } from './support-is-claimed.ts';
import { variantsAgree } from './variants-agree.ts';

/** All rules, in the order in which their problems are told. */
export const lintRules: readonly LintRule[] = [
  claimsAreDated,
  adrClaimsComeFirst,
  supportIsClaimed,
  supportHasSource,
  notesWhereNeeded,
  variantsAgree,
  driftIds,
  driftNamesCells,
  driftIsShown,
  operations,
  sourcesAreCited,
  adrTable,
  mapping,
];

/** Applies every rule to a matrix. */
export function lintMatrix(matrix: Matrix, context: LintContext): (LintProblem & { readonly rule: string })[] {
  return lintRules.flatMap((rule) => rule.check(matrix, context).map((problem) => ({ rule: rule.name, ...problem })));
}
