import { UserError } from '../../lib/user-error.ts';
import type { ToolId } from '../../matrix/ids.ts';
import type { Cell, Matrix, ProviderApi, Tool } from '../../matrix/model.ts';
import type { CaseResult, Evidence, Results } from '../../spec/results/schema.ts';
import { impactOf } from '../cells/case-impact.ts';
import { type Grade, gradeOf } from '../cells/cell-state.ts';
import { cellAnchor } from './anchor.ts';
import { type Leading, leadingOf } from './grid/worst-state.ts';
import { type Links, withinPage } from './links.ts';

/** What a row of the grid is about: a tool of the matrix, or something beyond it that cases were played for. */
export type SubjectView = Pick<Tool, 'title' | 'description'> & { readonly id: string };

/** A cell of the grid, with what was claimed and what was run. */
export interface CellView extends Leading<CaseResult> {
  readonly tool: SubjectView;
  readonly provider: ProviderApi;
  /** What the matrix says; nothing of what lies beyond it. */
  readonly cell: Cell | undefined;
  readonly cases: readonly CaseResult[];
  readonly grade: Grade | undefined;
  readonly anchor: string;
}

/** A column: its adapters in this run, and its cells in the order of the rows; beyond the matrix only where there are cases. */
export interface ColumnView {
  readonly provider: ProviderApi;
  readonly adapters: Results['run']['adapters'];
  readonly cells: readonly (CellView | undefined)[];
}

/** All that the page shows, brought together once. */
export interface ReportView {
  readonly results: Results;
  readonly tools: readonly SubjectView[];
  readonly columns: readonly ColumnView[];
  /** The errata, where these results have one. */
  readonly errata: Matrix['errata'];
  /** Where the page leads to. */
  readonly links: Links;
  /** By hash. Evidence that is not there is named instead of shown. */
  readonly evidence: ReadonlyMap<string, Evidence>;
}

/**
 * Brings results and matrix together, cell by cell. Pure.
 *
 * @throws {UserError} the results hold no availability table that this version can show.
 */
export function viewOf(
  results: Results,
  evidence: ReadonlyMap<string, Evidence>,
  links: Links = withinPage,
): ReportView {
  const { tools, providers, errata } = matrixOf(results);
  const subjects = [...tools, ...beyondMatrix.filter(({ id }) => results.cases.some((c) => c.tool === id))];
  const byCell = Map.groupBy(results.cases, (c) => cellAnchor(c.tool, c.providerApi));
  const columns = providers.map((provider): ColumnView => {
    const cells = subjects.map((tool): CellView | undefined => {
      const anchor = cellAnchor(tool.id, provider.id);
      const cell: Cell | undefined = Object.hasOwn(provider.cells, tool.id)
        ? provider.cells[tool.id as ToolId]
        : undefined;
      const cases = byCell.get(anchor) ?? [];
      if (!cell && cases.length === 0) return undefined;
      const standing = leadingOf(
        cell?.support ?? 'yes',
        cases.map((c) => ({ ...c, impact: impactOf(c) })),
      );
      return { tool, provider, cell, cases, ...standing, grade: gradeOf(cases), anchor };
    });
    return { provider, adapters: results.run.adapters.filter((a) => a.providerApi === provider.id), cells };
  });
  return { results, tools: subjects, columns, links, evidence, errata };
}

/** What cases can be about that is no tool of the matrix. */
const beyondMatrix: readonly SubjectView[] = [
  {
    id: 'break-glass',
    title: 'Break-glass',
    description:
      'What the contract has no word for, said in the provider’s own: raw tools, and raw members of the request. No row of the availability table.',
  },
];

/** The results' schema leaves the table open; what this page needs of it is looked at here. */
function matrixOf({ matrix }: Results): Matrix {
  const { tools, providers, errata } = (matrix ?? {}) as Partial<Matrix>;
  const whole =
    Array.isArray(tools) &&
    Array.isArray(providers) &&
    (providers as Matrix['providers']).every(({ cells }) => (tools as Matrix['tools']).every(({ id }) => cells?.[id]));
  if (whole) return { ...(matrix as Matrix), errata: Array.isArray(errata) ? errata : [] };
  throw new UserError('the results have no availability table with all tools and provider APIs', {
    hint: 'another version wrote them; run again: npm run conformance',
  });
}
