import type { CellState } from '../../cells/cell-state.ts';
import { count } from '../labels.ts';
import type { GridData } from './data.ts';
import type { Choice } from './filter-state.ts';
import { isWanted, type ShownCell, shownCell } from './visible-cell.ts';

/** The grid under a choice. */
export interface ShownTable {
  /** Rows and columns that have something to show, as places in the data, in their order. */
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  /** By place in the data, row and column; undefined where there is nothing, or it is filtered out. */
  readonly cells: readonly (readonly (ShownCell | undefined)[])[];
  /** How many cells show a state. */
  readonly times: ReadonlyMap<CellState, number>;
  /** How much of how much is shown, in a sentence. */
  readonly sentence: string;
}

/** Fewer columns than that need not be spread over the whole width. */
export const few = 5;

/** All that the grid shows under a choice. Pure, and the same in the browser and where the page is made. */
export function shownTable(data: GridData, choice: Choice): ShownTable {
  const { table } = choice;
  const rows = places(data.rows).filter((r) => table === 'current' || data.rows[r]?.adr !== undefined);
  const columns = places(data.columns).filter((c) => isColumn(data, c, choice));
  if (table !== 'current') rows.sort((a, b) => (data.rows[a]?.adr?.[table] ?? 0) - (data.rows[b]?.adr?.[table] ?? 0));
  const cells: (ShownCell | undefined)[][] = data.rows.map(() => []);
  const times = new Map<CellState, number>();
  let [of, wanted, differing] = [0, 0, 0];
  for (const r of rows) {
    for (const c of columns) {
      const [cell, row, column] = [data.cells[r]?.[c], data.rows[r], data.columns[c]];
      if (!cell || !row || !column) continue;
      of++;
      const shown = shownCell(cell, column, choice, data.asOf);
      if (!isWanted(shown, row.id, column.id, choice)) continue;
      wanted++;
      if (shown.claim?.today === 'differs') differing++;
      times.set(shown.state, (times.get(shown.state) ?? 0) + 1);
      const own = cells[r];
      if (own) own[c] = shown;
    }
  }
  const sentence = sentenceOf(data, choice, { of, wanted, differing, columns: columns.length });
  return {
    rows: rows.filter((r) => cells[r]?.some((cell) => cell !== undefined)),
    columns: columns.filter((c) => cells.some((row) => row[c] !== undefined)),
    cells,
    times,
    sentence,
  };
}

const places = (of: readonly unknown[]): number[] => of.map((_, i) => i);

/** A draft of the ADR has its own columns; an implementation those that it has an adapter for. */
function isColumn({ columns }: GridData, at: number, { table, through }: Choice): boolean {
  const column = columns[at];
  if (table !== 'current' && column?.adr === undefined) return false;
  return through === 'leading' || column?.implementations.includes(through) === true;
}

interface Counts {
  readonly of: number;
  readonly wanted: number;
  readonly differing: number;
  readonly columns: number;
}

function sentenceOf(data: GridData, { table, through }: Choice, { of, wanted, differing, columns }: Counts): string {
  const cells = `${wanted === of ? 'All' : `${wanted} of`} ${count(of, 'cell')} shown.`;
  const whose =
    through === 'leading'
      ? ''
      : ` ${through} has adapters for ${columns} of ${count(data.columns.length, 'provider API')}.`;
  const then = table === 'current' ? '' : ` ${differing} of them ${differing === 1 ? 'is' : 'are'} no longer so.`;
  return `${cells}${whose}${then}`;
}
