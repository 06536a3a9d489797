import { inEveryCell, type LintRule } from './rule.ts';

/** "No" needs a source as much as "yes": that a union of types lacks it is one. */
export const supportHasSource: LintRule = {
  name: 'support-has-source',
  description: 'A cell that says yes, partial or no cites where that can be read.',
  check(matrix) {
    return inEveryCell(matrix, (cell, report) => {
      if (cell.support === 'unknown' || cell.sources.length > 0) return;
      report('/sources', `is empty; add a key of this file's "sources" that shows why it is "${cell.support}"`);
    });
  },
};
