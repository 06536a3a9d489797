import { adrTables } from '../schema.ts';
import { inEveryCell, type LintRule } from './rule.ts';

const drafts: readonly string[] = adrTables;

/** What a cell says today, someone says today: a conclusion of our own is a claim too, by "inferred". */
export const supportIsClaimed: LintRule = {
  name: 'support-is-claimed',
  description: 'The support of a cell is what at least one of its claims says, those of the ADR aside.',
  check(matrix) {
    return inEveryCell(matrix, (cell, report) => {
      if (cell.claims.some((claim) => claim.support === cell.support && !drafts.includes(claim.by))) return;
      report(
        '/support',
        `is "${cell.support}" and no claim of today says so; add one (by "inferred" if it is a conclusion)`,
      );
    });
  },
};
