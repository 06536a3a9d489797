import { renderAdrTable } from './adr-table.ts';
import { renderTodayTable } from './current-table.ts';
import type { Matrix } from './model.ts';
import { adrTables } from './schema.ts';

/** The tables that the matrix can be printed as: the ADR's in its two drafts, and today's. */
export const tableViews = [...adrTables, 'current'] as const;
export type TableView = (typeof tableViews)[number];

/** The matrix as a Markdown table, ending with a line break. */
export function renderMatrix(matrix: Matrix, as: TableView): string {
  return as === 'current' ? renderTodayTable(matrix) : renderAdrTable(matrix, as);
}
