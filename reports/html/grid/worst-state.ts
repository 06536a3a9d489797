import type { Lifecycle, Support } from '../../../matrix/schema.ts';
import type { CaseResult } from '../../../spec/results/schema.ts';
import { type CellState, cellState } from '../../cells/cell-state.ts';
import { verdictLabels } from '../labels.ts';

/** A case, or several that are alike: what the state of a cell is made of. */
export interface Part extends Pick<CaseResult, 'kind' | 'verdict' | 'implementation'> {
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
 * How a cell stands. A column is about a provider API: the reference adapter shows what works there, and a library that cannot
 * do as much says nothing against it. What fails unexpectedly outweighs everything, whoever it is. Pure.
 */
export function leadingOf<P extends Part>(
  support: Support,
  lifecycle: Lifecycle | undefined,
  cases: readonly P[],
): Leading<P> {
  const stateOf = (own: readonly P[]) => cellState(support, own, lifecycle);
  const reference = cases.filter((c) => c.implementation === 'reference');
  if (reference.length === 0 || reference.length === cases.length) {
    return { state: stateOf(cases), leading: cases, others: undefined };
  }
  const rest = cases.filter((c) => c.implementation !== 'reference');
  const others = { adapters: new Set(rest.map((c) => c.adapter)).size, state: stateOf(rest) };
  const failing = rest.some((c) => !verdictLabels[c.verdict].acceptable);
  return failing
    ? { state: stateOf(cases), leading: cases, others }
    : { state: stateOf(reference), leading: reference, others };
}
