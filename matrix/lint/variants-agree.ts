import type { Support } from '../schema.ts';
import { inEveryCell, type LintRule } from './rule.ts';

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
          report(`/variants/${i}/id`, `is "${variant.id}" for the second time; give it another or delete it`);
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
