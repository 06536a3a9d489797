import type { CellState } from '../../cells/cell-state.ts';
import type { GridData } from './data.ts';
import type { OptionsOf } from './url-query.ts';

/** What a reader has chosen to see. `all`, `leading` and `both` stand for no choice. */
export interface Choice {
  /** What the table says: what holds today, or what a draft of the ADR said. */
  readonly table: 'current' | 'adr-2025-06-23' | 'adr-draft';
  /** The implementation whose cases count, or `leading`. */
  readonly through: string;
  readonly mode: 'both' | 'complete' | 'stream';
  readonly tool: string;
  readonly api: string;
  readonly state: CellState | 'all';
  readonly evidence: 'all' | 'live' | 'documented' | 'mixed' | 'none';
}

/** What can be chosen in a report, the usual first. */
export function optionsOf({ implementations, rows, columns, states }: GridData): OptionsOf<Choice> {
  return {
    table: ['current', ...(columns.some((c) => c.adr !== undefined) ? (['adr-2025-06-23', 'adr-draft'] as const) : [])],
    through: ['leading', ...implementations],
    mode: ['both', 'complete', 'stream'],
    tool: ['all', ...rows.map(({ id }) => id)],
    api: ['all', ...columns.map(({ id }) => id)],
    state: ['all', ...states],
    evidence: ['all', 'live', 'documented', 'mixed', 'none'],
  };
}

/** The usual: everything, as it stands today. */
export const usual: Choice = {
  table: 'current',
  through: 'leading',
  mode: 'both',
  tool: 'all',
  api: 'all',
  state: 'all',
  evidence: 'all',
};
