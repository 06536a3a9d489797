import type { CaseResult, Results } from '../../../spec/results/schema.ts';
import { worded } from '../../cells/case-impact.ts';
import { cellState, gradeOf } from '../../cells/cell-state.ts';
import type { Markup } from '../../html/markup.ts';
import type { CellView, ColumnView } from '../../html/view.ts';
import type { SiteModel } from '../model.ts';
import type { SiteLinks } from '../paths.ts';
import { cellTable } from './cell-table.ts';

/** The cells that an adapter was tried on, each by the adapter's own cases alone. */
export function adapterCells({ id, providerApi }: Results['run']['adapters'][number], model: SiteModel): CellView[] {
  const column = model.view.columns.find((c) => c.provider.id === providerApi);
  return column ? cellsBy(column, (c) => c.adapter === id) : [];
}

/** The cells of a column that some of its cases are about, each by those cases alone. */
export function cellsBy({ cells }: ColumnView, isOne: (c: CaseResult) => boolean): CellView[] {
  return cells.flatMap((view): CellView[] => {
    const cases = view?.cases.filter(isOne) ?? [];
    if (!view || cases.length === 0) return [];
    const state = cellState(view.cell?.support ?? 'yes', cases.map(worded));
    return [{ ...view, cases, leading: cases, others: undefined, state, grade: gradeOf(cases) }];
  });
}

export const adapterCellTable = (cells: readonly CellView[], links: SiteLinks): Markup =>
  cellTable(cells, 'Tool', links);
