import type { Cell as MatrixCell, ProviderApi } from '../../matrix/model.ts';
import type { CaseResult } from '../../spec/results/schema.ts';
import { worded } from '../cells/case-impact.ts';
import { type CellState, cellState, cellStates, isBroken, isJudged } from '../cells/cell-state.ts';

/** A cell in short. */
interface Standing {
  readonly answer: 'yes' | 'in-part' | 'no' | 'unknown';
  /** Finer than the answer. */
  readonly state: CellState;
  /** The answer in one sentence. */
  readonly says: string;
}

/** What of a cell the answer goes by. */
type Cell = Pick<MatrixCell, 'support' | 'lifecycle'>;

const answers: Readonly<Record<CellState, Standing['answer']>> = {
  works: 'yes',
  'works-with-gaps': 'yes',
  'in-part': 'in-part',
  rejected: 'no',
  'does-not-work': 'no',
  'not-offered': 'no',
  'not-offered-not-rejected': 'no',
  'not-judged': 'unknown',
};

/** The answer for a cell, by the cases of one adapter: the word of the cell, and how much of it works. Pure. */
export function standingOf(cell: Cell, provider: ProviderApi, cases: readonly CaseResult[]): Standing {
  const state = cellState(cell.support, cases.map(worded));
  const isRetired = cell.lifecycle === 'retired' && cell.support !== 'no';
  const answer = isRetired ? 'no' : answers[state];
  const word = cellStates[state].word;
  const says = isRetired ? `${noLongerServed(provider)}; against recordings: ${word}` : word;
  return { answer, state, says: `${says}${counted(cell, cases)}${isRetired ? '' : served(cell, provider)}` };
}

const noLongerServed = ({ lifecycle: { since } }: ProviderApi): string =>
  `the API is no longer served${since ? ` (since ${since})` : ''}`;

/** How many conversations can be had, by tier, whatever they lose. */
function counted({ support }: Cell, cases: readonly CaseResult[]): string {
  if (support === 'no') return '';
  const parts = (['core', 'extended'] as const).flatMap((tier) => {
    const own = cases.filter((c) => c.tier === tier);
    const works = own.map(worded).filter((c) => isJudged(c) && !isBroken(c)).length;
    return own.length === 0 ? [] : `${tier} ${works} of ${own.length}`;
  });
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** How long it will be there, where that is not as usual. */
function served({ support, lifecycle }: Cell, { lifecycle: api }: ProviderApi): string {
  if (support === 'no') return '';
  if (lifecycle === 'preview') return '; in preview';
  if (lifecycle !== 'deprecated') return '';
  return `; deprecated${api.until ? `, the API is served until ${api.until}` : ''}`;
}
