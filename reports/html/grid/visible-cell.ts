import { daysBetween } from '../../../lib/calendar-date.ts';
import type { Support } from '../../../matrix/schema.ts';
import { type CellState, cellState, type Grade, gradeOf } from '../../cells/cell-state.ts';
import { verdictLabels } from '../labels.ts';
import type { AdrClaim, CellData, Column, Group } from './data.ts';
import type { Choice } from './filter-state.ts';
import { leadingOf } from './worst-state.ts';

/** What a cell shows under a choice. */
export interface ShownCell {
  readonly state: CellState;
  readonly passed: number;
  readonly cases: number;
  /** Cases that fail and are no known issue, whoever the cell is about. */
  readonly failing: number;
  readonly grade: Grade | undefined;
  /** Days since the oldest recording behind it was made, or its sources were read; where that is known. */
  readonly age: number | undefined;
  readonly stale: boolean;
  readonly lifecycle: 'preview' | 'deprecated' | 'retired' | undefined;
  /** What else was tested, of a cell that shows who leads. */
  readonly others: { readonly adapters: number; readonly state: CellState } | undefined;
  /** What a draft of the ADR says of it, where that was chosen. */
  readonly claim: ShownClaim | undefined;
}

export interface ShownClaim {
  readonly support: Support;
  readonly label: string | undefined;
  /** Whether it is what holds today; `open` where nobody can tell. */
  readonly today: 'same' | 'differs' | 'open';
}

/** What a cell shows. Pure, and the same in the browser and where the page is made. */
export function shownCell(cell: CellData, column: Column, choice: Choice, asOf: string): ShownCell {
  const groups = cell.groups.filter(
    (g) =>
      (choice.mode === 'both' || g.mode === choice.mode) &&
      (choice.through === 'leading' || g.implementation === choice.through),
  );
  const { state, leading, others } =
    choice.through === 'leading'
      ? leadingOf(cell.support, groups)
      : { state: cellState(cell.support, groups), leading: groups, others: undefined };
  return {
    state,
    passed: total(leading.filter((g) => g.verdict === 'pass')),
    cases: total(leading),
    failing: total(groups.filter(({ verdict }) => !verdictLabels[verdict].acceptable)),
    grade: gradeOf(leading),
    age: ageOf(leading, asOf),
    stale: leading.some((g) => g.stale),
    lifecycle: lastingOf(cell, column),
    others,
    claim: choice.table === 'current' ? undefined : shownClaim(cell.claims?.[choice.table], state, cell),
  };
}

/** Whether the filters of a choice let a cell through. */
export function isWanted({ state, grade }: ShownCell, row: string, column: string, choice: Choice): boolean {
  return (
    (choice.tool === 'all' || choice.tool === row) &&
    (choice.api === 'all' || choice.api === column) &&
    (choice.state === 'all' || choice.state === state) &&
    (choice.evidence === 'all' || choice.evidence === (grade ?? 'none'))
  );
}

const total = (groups: readonly Group[]): number => groups.reduce((sum, { n }) => sum + n, 0);

function ageOf(groups: readonly Group[], asOf: string): number | undefined {
  const [oldest] = groups.flatMap(({ since }) => since ?? []).sort();
  return oldest === undefined ? undefined : Math.max(0, daysBetween(oldest, asOf));
}

/** How long the tool will last, where that is not what the head of the column says of all of it. */
function lastingOf({ lifecycle = 'ga', support }: CellData, column: Column): ShownCell['lifecycle'] {
  return lifecycle === 'ga' || support === 'no' || lifecycle === column.lifecycle ? undefined : lifecycle;
}

function shownClaim(claim: AdrClaim | undefined, state: CellState, cell: CellData): ShownClaim | undefined {
  if (!claim) return undefined;
  const now = heldToday(state, cell);
  const today = now === undefined || claim.support === 'unknown' ? 'open' : now === claim.support ? 'same' : 'differs';
  return { support: claim.support, label: claim.label, today };
}

/** The word of a cell as the ADR would mark it; nothing where nothing is known. */
function heldToday(state: CellState, { support, lifecycle }: CellData): Support | undefined {
  if (support === 'unknown') return undefined;
  if (support === 'no' || lifecycle === 'retired') return 'no';
  return state === 'works' || state === 'not-judged' ? support : 'partial';
}
