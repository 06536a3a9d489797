import { jsonEquals } from '../../files/canonical-json.ts';
import { fileOf, type LintRule } from './rule.ts';

/** A source that nothing cites is left over from a claim that is gone. */
export const sourcesAreCited: LintRule = {
  name: 'sources-are-cited',
  description: "Every source of a column's file is cited there.",
  check(matrix) {
    return matrix.providers.flatMap((provider) => {
      const cited = [
        provider.lifecycle.source,
        ...Object.values(provider.cells).flatMap((cell) => [...cell.sources, ...cell.claims.map((c) => c.source)]),
      ];
      return Object.entries(provider.sources)
        .filter(([, source]) => !cited.some((other) => jsonEquals(other, source)))
        .map(([key]) => ({
          file: fileOf(provider),
          pointer: `/sources/${key}`,
          message: 'is cited by no claim and no cell; cite it or delete it',
        }));
    });
  },
};
