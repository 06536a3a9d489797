import type { AdrTable, Lifecycle, Support } from '../../../matrix/schema.ts';
import type { CellState } from '../../cells/cell-state.ts';
import type { CellCase } from './worst-state.ts';

/**
 * What the grid is made of, in the page as JSON and in the browser: enough to show each cell through each implementation and in
 * each mode, and no case. Texts are as they may be shown.
 */
export interface GridData {
  /** The day ages are computed against. */
  readonly asOf: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  /** Of this run, in the order of its adapters. */
  readonly implementations: readonly string[];
  /** The states that any choice can bring about, in the order of the legend. */
  readonly states: readonly CellState[];
  /** By row, then by column; null where there is no such cell. */
  readonly cells: readonly (readonly (CellData | null)[])[];
}

export interface Row {
  readonly id: string;
  readonly title: string;
  /** Its place in each draft of the ADR, where these have it. */
  readonly adr?: { readonly [table in AdrTable]: number };
}

export interface Column {
  readonly id: string;
  readonly title: string;
  readonly lifecycle: Lifecycle;
  /** What the ADR calls it, where it has it. */
  readonly adr?: string;
  /** The implementations that have an adapter for it. */
  readonly implementations: readonly string[];
}

export interface CellData {
  readonly support: Support;
  readonly lifecycle?: Lifecycle;
  /** What each draft of the ADR says of it. */
  readonly claims?: { readonly [table in AdrTable]?: AdrClaim };
  /** All its cases, those that are alike together. */
  readonly groups: readonly Group[];
}

export interface AdrClaim {
  readonly support: Support;
  readonly label?: string;
}

/** Cases of one cell that are alike in all that the grid goes by. */
export interface Group extends CellCase {
  readonly mode: 'complete' | 'stream';
  readonly evidence: 'live' | 'documented' | 'none';
  /** How many. */
  readonly n: number;
  /** The oldest day that their age counts from, where it is known. */
  readonly since?: string;
  /** Whether any of them stands on a recording that is older than it may be. */
  readonly stale?: true;
}
