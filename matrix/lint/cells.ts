import { adrTables, type Support } from '../schema.ts';
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

/** Of the service of those days, or of an SDK. */
const drafts: readonly string[] = [...adrTables, 'adr-dotnet'];

/** What a cell says today, someone says today: a conclusion of our own is a claim too, by "inferred". */
export const supportIsClaimed: LintRule = {
  name: 'support-is-claimed',
  description: 'The support of a cell is what at least one of its claims says, those of the ADR aside.',
  check(matrix) {
    return inEveryCell(matrix, (cell, report) => {
      if (cell.claims.some((claim) => claim.support === cell.support && !drafts.includes(claim.by))) return;
      report('/support', `is "${cell.support}" without a current claim; add one (by "inferred" if it is a conclusion)`);
    });
  },
};

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

/** The supports that the variants of a cell may have, and those of which one has to be there. */
const allowed: { readonly [cell in Support]: { readonly any: readonly Support[]; readonly one: readonly Support[] } } =
  {
    yes: { any: ['yes', 'partial', 'no', 'unknown'], one: ['yes'] },
    partial: { any: ['yes', 'partial', 'no', 'unknown'], one: ['yes', 'partial'] },
    unknown: { any: ['no', 'unknown'], one: ['unknown'] },
    no: { any: [], one: [] },
  };

/** A cell is what its variants and surfaces come to. */
export const variantsAgree: LintRule = {
  name: 'variants-agree',
  description: 'Variants and surfaces fit the support of their cell: a yes has one that works, a no has none.',
  check(matrix) {
    return inEveryCell(matrix, (cell, report, provider) => {
      const { any, one } = allowed[cell.support];
      const variants = cell.variants ?? [];
      variants.forEach((variant, i) => {
        if (variants.findIndex((v) => v.id === variant.id) < i) {
          report(`/variants/${i}/id`, `is a second "${variant.id}"; choose another id or delete it`);
        }
        if (!any.includes(variant.support)) {
          report(
            `/variants/${i}`,
            `is "${variant.support}" in a cell that says "${cell.support}"; correct the cell or delete it`,
          );
        }
      });
      if (variants.length > 0 && one.length > 0 && !variants.some((v) => one.includes(v.support))) {
        report(
          '/variants',
          `has none that is "${one.join('" or "')}", and the cell says "${cell.support}"; correct one of them`,
        );
      }
      const surfaces = provider.surfaces.map(({ id }) => cell.surfaces?.[id]?.support ?? cell.support);
      if (!surfaces.includes(cell.support)) {
        report('/surfaces', `has none that is "${cell.support}" as the cell says; correct one of them`);
      }
    });
  },
};
