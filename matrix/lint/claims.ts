import { isDay } from '../../lib/calendar-date.ts';
import { jsonEquals } from '../../lib/canonical-json.ts';
import { adrClaim, adrMark, adrShape, renderAdrTable } from '../adr-table.ts';
import type { Matrix } from '../model.ts';
import { type AdrTable, adrTables } from '../schema.ts';
import { fileOf, inEveryCell, type LintProblem, type LintRule } from './rule.ts';

/** A claim without a source, or from no day of the calendar or a day to come, cannot be looked up. */
export const claimsAreDated: LintRule = {
  name: 'claims-are-dated',
  description:
    'Every cell that is not unknown has claims; every claim has a source and a day that is not in the future.',
  check(matrix, { asOf }) {
    return inEveryCell(matrix, (cell, report) => {
      if (cell.claims.length === 0 && cell.support !== 'unknown')
        report('/claims', 'is empty; add a claim with "by", "support", "source", "date"');
      cell.claims.forEach((claim, i) => {
        if (claim.source.title.trim() === '')
          report(`/claims/${i}/source`, 'has a source without a title; give it one');
        if (!isDay(claim.date)) report(`/claims/${i}/date`, `is "${claim.date}", not a date; write YYYY-MM-DD`);
        else if (claim.date > asOf)
          report(`/claims/${i}/date`, `is ${claim.date}, after ${asOf}; write the date of the source`);
      });
    });
  },
};

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

/** A source that nothing cites is left over from a claim that is gone. */
export const sourcesAreCited: LintRule = {
  name: 'sources-are-cited',
  description: "Every source of a column's file is cited there.",
  check(matrix) {
    return matrix.providers.flatMap((provider) => {
      const cells = Object.values(provider.cells);
      const cited = [
        provider.lifecycle.source,
        ...cells.flatMap((cell) => [...cell.sources, ...cell.claims.map((c) => c.source)]),
        ...cells
          .flatMap(({ surfaces = {} }) => Object.values(surfaces))
          .flatMap(({ source }) => (source === undefined ? [] : (provider.sources[source] ?? []))),
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
