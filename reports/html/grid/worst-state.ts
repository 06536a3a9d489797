import type { Support } from '../../../matrix/schema.ts';
import type { CaseResult } from '../../../spec/results/schema.ts';
import { bestOf, type CellState, cellState, type WordedCase, worstOf } from '../../cells/cell-state.ts';

/** A case, or several that are alike: what the state of a cell is made of. */
export interface CellCase extends WordedCase, Pick<CaseResult, 'implementation'> {
  readonly adapter: string;
}

/** How a cell stands in a run of several adapters. */
export interface Leading<P> {
  readonly state: CellState;
  /** The cases that the state is about. */
  readonly leading: readonly P[];
  /** What else was tested on this cell: how many adapters, and how good they are together. */
  readonly others: { readonly adapters: number; readonly state: CellState } | undefined;
}

/**
 * The word of a cell for all that were run on it: the best library's. The reference adapter counts only where no library is judged.
 * Pure.
 */
export function leadingOf<P extends CellCase>(support: Support, cases: readonly P[]): Leading<P> {
  const byAdapter = Map.groupBy(cases, ({ adapter }) => adapter);
  const all = [...byAdapter.values()].map((own) => ({ own, state: cellState(support, own) }));
  const libraries = all.filter(({ own, state }) => own[0]?.implementation !== 'reference' && state !== 'not-judged');
  const judged = libraries.length > 0 ? libraries : all;
  const state = bestOf(judged.map((each) => each.state));
  const leading = judged.find((each) => each.state === state) ?? judged[0];
  const rest = judged.filter((each) => each !== leading);
  return {
    state,
    leading: leading?.own ?? [],
    others: rest.length === 0 ? undefined : { adapters: rest.length, state: worstOf(rest.map((each) => each.state)) },
  };
}
