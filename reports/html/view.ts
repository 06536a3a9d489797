import { UserError } from '../../files/user-error.ts';
import type { Cell, Matrix, ProviderApi, Tool } from '../../matrix/model.ts';
import type { CaseResult, Evidence, Results } from '../../spec/results/schema.ts';
import { cellAnchor } from './anchor.ts';
import { type CellState, cellState, type Grade, gradeOf } from './cell-state.ts';

/** A cell of the grid, with what was claimed and what was run. */
export interface CellView {
  readonly tool: Tool;
  readonly provider: ProviderApi;
  readonly cell: Cell;
  readonly cases: readonly CaseResult[];
  readonly state: CellState;
  readonly grade: Grade | undefined;
  readonly anchor: string;
}

/** A column: its adapters in this run, and its cells in the order of the rows. */
export interface ColumnView {
  readonly provider: ProviderApi;
  readonly adapters: Results['run']['adapters'];
  readonly cells: readonly CellView[];
}

/** All that the page shows, brought together once. */
export interface ReportView {
  readonly results: Results;
  readonly tools: readonly Tool[];
  readonly columns: readonly ColumnView[];
  /** By hash. Evidence that is not there is named instead of shown. */
  readonly evidence: ReadonlyMap<string, Evidence>;
}

/**
 * Brings results and matrix together, cell by cell. Pure.
 *
 * @throws {UserError} the results hold no availability table that this version can show.
 */
export function viewOf(results: Results, evidence: ReadonlyMap<string, Evidence>): ReportView {
  const { tools, providers } = matrixOf(results);
  const byCell = Map.groupBy(results.cases, (c) => cellAnchor(c.tool, c.providerApi));
  const columns = providers.map((provider): ColumnView => {
    const cells = tools.map((tool): CellView => {
      const anchor = cellAnchor(tool.id, provider.id);
      const cell = provider.cells[tool.id];
      const cases = byCell.get(anchor) ?? [];
      return { tool, provider, cell, cases, state: cellState(cell.support, cases), grade: gradeOf(cases), anchor };
    });
    return { provider, adapters: results.run.adapters.filter((a) => a.providerApi === provider.id), cells };
  });
  return { results, tools, columns, evidence };
}

/** The results' schema leaves the table open; what this page needs of it is looked at here. */
function matrixOf({ matrix }: Results): Matrix {
  const { tools, providers } = (matrix ?? {}) as Partial<Matrix>;
  const whole =
    Array.isArray(tools) &&
    Array.isArray(providers) &&
    (providers as Matrix['providers']).every(({ cells }) => (tools as Matrix['tools']).every(({ id }) => cells?.[id]));
  if (whole) return matrix as Matrix;
  throw new UserError('the results hold no availability table with a cell for every tool and provider API', {
    hint: 'they stem from another version; run again: npm run conformance',
  });
}
