import { adrClaim, adrMark, adrShape, renderAdrTable } from '../adr-table.ts';
import type { Matrix } from '../model.ts';
import { type AdrTable, adrTables } from '../schema.ts';
import { fileOf, type LintProblem, type LintRule } from './rule.ts';

/** The claims of the ADR's drafts come out as the ADR's own tables, to the letter. */
export const adrTable: LintRule = {
  name: 'adr-table',
  description: "The ADR's two tables come out of the claims of its drafts to the letter.",
  check(matrix, context) {
    return adrTables.flatMap((table) => faults(matrix, table, context.adrTables[table]));
  },
};

function faults(matrix: Matrix, table: AdrTable, printed: string): LintProblem[] {
  const rendered = renderAdrTable(matrix, table);
  if (rendered === printed) return [];
  const { rows, columns } = adrShape(matrix, table);
  const lines = printed.split('\n').map((line) => line.split(' | '));
  const cells = rows.flatMap((tool, r) =>
    columns.flatMap((provider, c): LintProblem[] => {
      const theirs = lines[r + 2]?.[c + 1];
      const ours = adrMark(adrClaim(provider, tool, table));
      if (theirs === undefined || theirs === ours || lines[r + 2]?.[0] !== tool.title) return [];
      const message = `prints "${ours}" in the table ${table}, where the ADR has "${theirs}"; correct the claim by "${table}"`;
      return [{ file: fileOf(provider), pointer: `/cells/${tool.id}/claims`, message }];
    }),
  );
  return cells.length > 0 ? cells : [elsewhere(table, rendered, printed)];
}

/** A difference outside the cells: a heading, a row's title or description, the order of rows. */
function elsewhere(table: AdrTable, rendered: string, printed: string): LintProblem {
  const ours = rendered.split('\n');
  const theirs = printed.split('\n');
  const at = ours.findIndex((line, i) => line !== theirs[i]);
  const message = `the table ${table} prints as line ${at + 1} "${ours[at] ?? ''}", where the ADR has "${theirs[at] ?? ''}"; correct titles, descriptions or adrOrder`;
  return { file: 'tools.json', pointer: '/tools', message };
}
