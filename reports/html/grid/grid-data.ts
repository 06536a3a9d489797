import { escapeControl } from '../../../lib/escape-control-characters.ts';
import type { Tool } from '../../../matrix/model.ts';
import { adrTables } from '../../../matrix/schema.ts';
import type { CaseResult, Results } from '../../../spec/results/schema.ts';
import { worded } from '../../cells/case-impact.ts';
import { type CellState, cellStates } from '../../cells/cell-state.ts';
import { ageCountsFrom, isStale } from '../../freshness/stale.ts';
import type { CellView, ReportView } from '../view.ts';
import type { AdrClaim, CellData, Column, GridData, Group, Row } from './data.ts';
import { usual } from './filter-state.ts';
import { shownCell } from './visible-cell.ts';

/** What the grid of a report is made of. Pure. */
export function gridDataOf({ results, tools, columns }: ReportView): GridData {
  const implementations = implementationNames(results).map(escapeControl);
  const data = {
    asOf: results.run.asOf,
    rows: tools.map(rowOf),
    columns: columns.map(({ provider, adapters }): Column => {
      const { adrTitle } = provider;
      return {
        id: provider.id,
        title: escapeControl(provider.title),
        lifecycle: provider.lifecycle.status,
        ...(adrTitle === undefined ? {} : { adr: escapeControl(adrTitle) }),
        implementations: [...new Set(adapters.map((a) => escapeControl(a.implementation)))],
      };
    }),
    implementations,
    cells: tools.map((_, row) =>
      columns.map((column) => {
        const view = column.cells[row];
        return view ? cellOf(view) : null;
      }),
    ),
  };
  return { ...data, states: statesOf(data) };
}

/** The implementations of a run, in the order of its adapters, which is that of {@link GridData.implementations}. */
export const implementationNames = ({ run }: Pick<Results, 'run'>): string[] => [
  ...new Set(run.adapters.map((a) => a.implementation)),
];

const rowOf = ({ id, title, ...rest }: ReportView['tools'][number]): Row => {
  const { adrOrder } = rest as Partial<Tool>;
  return { id, title: escapeControl(title), ...(adrOrder ? { adr: adrOrder } : {}) };
};

function cellOf({ cell, cases }: CellView): CellData {
  const claims = adrTables.flatMap((table) => {
    const claim = cell?.claims.find(({ by }) => by === table);
    if (!claim) return [];
    const said: AdrClaim = {
      support: claim.support,
      ...(claim.label === undefined ? {} : { label: escapeControl(claim.label) }),
    };
    return [[table, said] as const];
  });
  return {
    support: cell?.support ?? 'yes',
    ...(cell?.lifecycle && cell.lifecycle !== 'ga' ? { lifecycle: cell.lifecycle } : {}),
    ...(claims.length > 0 ? { claims: Object.fromEntries(claims) } : {}),
    groups: groupsOf(cases),
  };
}

/** Cases that are alike, counted together, in their own order. */
function groupsOf(cases: readonly CaseResult[]): Group[] {
  // None of them but the adapter can hold a space.
  const groups = Map.groupBy(
    cases,
    (c) => `${c.mode} ${Object.values(worded(c)).join(' ')} ${c.evidence} ${isStale(c)} ${c.adapter}`,
  );
  return [...groups.values()].map((own): Group => {
    const [first] = own as [CaseResult, ...CaseResult[]];
    const { mode, evidence } = first;
    const [since] = own.flatMap((c) => ageCountsFrom(c) ?? []).sort();
    return {
      adapter: escapeControl(first.adapter),
      implementation: escapeControl(first.implementation),
      mode,
      ...worded(first),
      evidence,
      n: own.length,
      ...(since === undefined ? {} : { since }),
      ...(isStale(first) ? { stale: true } : {}),
    };
  });
}

/** Every state that some choice of implementation and mode brings about. */
function statesOf(data: Omit<GridData, 'states'>): CellState[] {
  const seen = new Set<CellState>();
  for (const row of data.cells) {
    row.forEach((cell, c) => {
      const column = data.columns[c];
      if (!cell || !column) return;
      for (const through of ['leading', ...column.implementations]) {
        for (const mode of ['both', 'complete', 'stream'] as const) {
          seen.add(shownCell(cell, column, { ...usual, through, mode }, data.asOf).state);
        }
      }
    });
  }
  return (Object.keys(cellStates) as CellState[]).filter((state) => seen.has(state));
}
