import type { CellState } from '../../cells/cell-state.ts';
import { count } from '../labels.ts';
import type { GridData } from './data.ts';
import { usual } from './filter-state.ts';
import type { OptionsOf } from './url-query.ts';
import { type ShownCell, shownCell } from './visible-cell.ts';

/** What a reader has chosen to see of implementations side by side. */
export interface Comparing {
  readonly rows: 'all' | 'differ';
  readonly mode: 'both' | 'complete' | 'stream';
  readonly tool: string;
  readonly api: string;
  readonly state: CellState | 'all';
}

/** What can be chosen, the usual first. */
export const comparingOptions = ({ rows, columns, states }: GridData): OptionsOf<Comparing> => ({
  rows: ['all', 'differ'],
  mode: ['both', 'complete', 'stream'],
  tool: ['all', ...rows.map(({ id }) => id)],
  api: ['all', ...columns.map(({ id }) => id)],
  state: ['all', ...states],
});

/** A cell of the grid, as each implementation shows it. */
export interface ComparedRow {
  /** Its places in the data. */
  readonly row: number;
  readonly column: number;
  /** By place of the implementation in the data; undefined where it has no adapter for the provider API. */
  readonly cells: readonly (ShownCell | undefined)[];
  readonly wanted: boolean;
}

/** A provider API, with its cells in the order of the tools. */
export interface ComparedGroup {
  readonly column: number;
  readonly rows: readonly ComparedRow[];
}

export interface Compared {
  /** Those that most implementations have an adapter for come first. */
  readonly groups: readonly ComparedGroup[];
  /** How much of how much is shown, in a sentence. */
  readonly sentence: string;
}

/** Implementations side by side, under a choice. Pure, and the same in the browser and where the page is made. */
export function comparedOf(data: GridData, choice: Comparing): Compared {
  const groups = data.columns
    .map((column, c) => ({ tried: column.implementations.length, column: c, rows: rowsOf(data, c, choice) }))
    .filter(({ tried, rows }) => tried > 0 && rows.length > 0)
    .sort((a, b) => b.tried - a.tried)
    .map(({ column, rows }): ComparedGroup => ({ column, rows }));
  const rows = groups.flatMap((group) => group.rows);
  const wanted = rows.filter((row) => row.wanted);
  const differing = wanted.filter(differs).length;
  const shown = wanted.length === rows.length ? 'All' : `${wanted.length} of`;
  return { groups, sentence: `${shown} ${count(rows.length, 'row')} shown; implementations differ in ${differing}.` };
}

function rowsOf(data: GridData, c: number, choice: Comparing): ComparedRow[] {
  const column = data.columns[c];
  if (!column) return [];
  return data.rows.flatMap(({ id }, r): ComparedRow[] => {
    const cell = data.cells[r]?.[c];
    if (!cell) return [];
    const cells = data.implementations.map((through) =>
      column.implementations.includes(through)
        ? shownCell(cell, column, { ...usual, through, mode: choice.mode }, data.asOf)
        : undefined,
    );
    const row = { row: r, column: c, cells };
    const wanted =
      (choice.tool === 'all' || choice.tool === id) &&
      (choice.api === 'all' || choice.api === column.id) &&
      (choice.state === 'all' || cells.some((shown) => shown?.state === choice.state)) &&
      (choice.rows === 'all' || differs(row));
    return [{ ...row, wanted }];
  });
}

/** Whether implementations show a cell in more than one state. */
const differs = ({ cells }: Pick<ComparedRow, 'cells'>): boolean =>
  new Set(cells.flatMap((shown) => shown?.state ?? [])).size > 1;

/** Everything, in both modes. */
export const usualComparing: Comparing = { rows: 'all', mode: 'both', tool: 'all', api: 'all', state: 'all' };
