import type { Cell, Matrix } from '../../matrix/model.ts';
import type { Results } from '../../spec/results/schema.ts';
import { type CellState, cellState } from '../cells/cell-state.ts';
import type { comparable } from './cases.ts';
import type { EarlierCase, EarlierRun } from './earlier-run.ts';
import { type Chosen, isChosen } from './known.ts';

/** A cell, through one implementation, that stands otherwise than it did. */
export interface CellChange {
  /** The row: a tool of the matrix, or what else cases are about. */
  readonly tool: string;
  readonly providerApi: string;
  readonly implementation: string;
  /** By the cases that both runs could have; absent where the base knew no such cell. */
  readonly before?: CellState;
  /** Absent where there is no such cell any more. */
  readonly after?: CellState;
}

/**
 * The cells that stand otherwise, are new or are gone; in the order of the adapters and the matrix. What one of the runs could not try
 * says nothing of a cell. Pure.
 */
export function cellChanges(before: EarlierRun, after: Results, pairs: ReturnType<typeof comparable>): CellChange[] {
  const byCell = Map.groupBy(pairs, (p) => cellKey((p.after ?? p.before) as EarlierCase));
  const beyond = pairs.map((p) => (p.after ?? p.before)?.tool ?? '');
  const tools = [...new Set([...toolsOf(after), ...toolsOf(before), ...beyond])];
  const adapters = new Map([...after.run.adapters, ...before.run.adapters].map((a) => [a.id, a]));
  const isCompared = (chosen: Chosen) => isChosen(before, chosen) && isChosen(after, chosen);
  return [...adapters.values()].flatMap((adapter) =>
    tools.flatMap((tool): CellChange[] => {
      if (!isCompared({ adapters: adapter.id, tools: tool })) return [];
      const { implementation, providerApi } = adapter;
      const own = byCell.get(cellKey({ tool, providerApi, implementation })) ?? [];
      const [was, is] = [
        stateIn(
          before,
          adapter,
          tool,
          own.flatMap((p) => p.before ?? []),
        ),
        stateIn(
          after,
          adapter,
          tool,
          own.flatMap((p) => p.after ?? []),
        ),
      ];
      if (was === is) return [];
      return [{ tool, providerApi, implementation, ...(was ? { before: was } : {}), ...(is ? { after: is } : {}) }];
    }),
  );
}

/** What a matrix says of a cell, as it stood when a run was made; nothing where it has no such cell. */
export function claimOf({ matrix }: Pick<EarlierRun, 'matrix'>, providerApi: string, tool: string): Cell | undefined {
  const column = (matrix as Partial<Matrix> | null)?.providers?.find(({ id }) => id === providerApi);
  const cells: Readonly<Record<string, Cell>> = column?.cells ?? {};
  return Object.hasOwn(cells, tool) ? cells[tool] : undefined;
}

/** One text for a cell through one implementation. */
const cellKey = ({ tool, providerApi, implementation }: Pick<CellChange, 'tool' | 'providerApi' | 'implementation'>) =>
  `${tool}/${providerApi}/${implementation}`;

/** Nothing where a run has no such adapter, or its matrix no such cell. */
function stateIn(results: EarlierRun, { id, providerApi }: Adapter, tool: string, cases: readonly EarlierCase[]) {
  const claim = claimOf(results, providerApi, tool);
  if (!results.run.adapters.some((a) => a.id === id) || (!claim && cases.length === 0)) return undefined;
  return cellState(claim?.support ?? 'yes', cases, claim?.lifecycle);
}

type Adapter = EarlierRun['run']['adapters'][number];

const toolsOf = ({ matrix }: EarlierRun): string[] =>
  ((matrix as Partial<Matrix> | null)?.tools ?? []).map(({ id }) => id);
