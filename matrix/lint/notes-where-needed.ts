import type { Support } from '../schema.ts';
import { inEveryCell, type LintRule } from './rule.ts';

const needsNote = (support: Support): boolean => support === 'partial' || support === 'unknown';

/** "Partial" and "unknown" alone tell a reader nothing. A note on the cell covers its variants. */
export const notesWhereNeeded: LintRule = {
  name: 'notes-where-needed',
  description: 'Partial and unknown support has a note that says what is missing and how it is reached.',
  check(matrix) {
    return inEveryCell(matrix, (cell, report) => {
      const what = (support: Support) =>
        `has support "${support}"; add "notes" that say what is missing and how it is reached`;
      if (needsNote(cell.support) && !cell.notes) report('', what(cell.support));
      for (const [id, surface] of Object.entries(cell.surfaces ?? {})) {
        if (needsNote(surface.support) && !surface.notes) report(`/surfaces/${id}`, what(surface.support));
      }
      (cell.variants ?? []).forEach((variant, i) => {
        const covered = needsNote(cell.support) && cell.notes;
        if (needsNote(variant.support) && !variant.notes && !covered) report(`/variants/${i}`, what(variant.support));
      });
    });
  },
};
