import { adrTables } from '../schema.ts';
import { inEveryCell, type LintRule } from './rule.ts';

/** Both drafts of the ADR, in their order, at the head of every cell that the ADR has. */
export const adrClaimsComeFirst: LintRule = {
  name: 'adr-claims-come-first',
  description: 'A cell of the ADR starts with the claims of its two drafts; no other cell has any.',
  check(matrix) {
    return inEveryCell(matrix, (cell, report, provider, tool) => {
      const expected = provider.adrTitle !== undefined && tool.adrOrder ? [...adrTables] : [];
      const found = cell.claims.flatMap(({ by }) => adrTables.filter((table) => table === by));
      const first = cell.claims.slice(0, expected.length).map(({ by }) => by);
      if (first.join() === expected.join() && found.length === expected.length) return;
      report(
        '/claims',
        expected.length > 0
          ? `has to start with one claim by "${expected.join('" and one by "')}", and have no other of theirs`
          : 'has a claim by the ADR, which has no such cell; delete it',
      );
    });
  },
};
