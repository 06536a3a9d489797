import { countOf } from '../../lib/count-of.ts';
import { shownCassette } from '../../spec/results/case-result.ts';
import type { CaseResult } from '../../spec/results/schema.ts';

/** A cell that stands on recordings older than they may be. */
export interface StaleCell {
  readonly tool: string;
  readonly providerApi: string;
  /** How many recordings of it are. */
  readonly recordings: number;
  /** The last day on which the oldest of them was believed; absent where that is not known. */
  readonly freshUntil?: string;
}

/** What the age of a case is told from. */
type Aged = Pick<CaseResult, 'kind' | 'tool' | 'providerApi' | 'cassette'>;

/** True for a case whose recording was older than it may be. Refusals are proved by what was not sent. */
export const isStale = ({ kind, cassette }: Aged): boolean => kind !== 'rejection' && cassette?.stale === true;

/** The cells that stand on stale recordings, the stalest first. Pure. */
export function staleCells(cases: readonly Aged[]): StaleCell[] {
  const byCell = Map.groupBy(cases.filter(isStale), ({ tool, providerApi }) => `${tool}/${providerApi}`);
  return [...byCell.values()]
    .map((own): StaleCell => {
      const [{ tool, providerApi }] = own as [Aged, ...Aged[]];
      const recordings = new Set(own.map(({ cassette }) => cassette && shownCassette(cassette))).size;
      const [freshUntil] = own.flatMap(({ cassette }) => cassette?.freshUntil ?? []).sort();
      return { tool, providerApi, recordings, ...(freshUntil === undefined ? {} : { freshUntil }) };
    })
    .sort((a, b) =>
      (a.freshUntil ?? '') < (b.freshUntil ?? '') ? -1 : (a.freshUntil ?? '') > (b.freshUntil ?? '') ? 1 : 0,
    );
}

/** How many recordings behind how many cells are stale, in words; nothing where none is. */
export function staleLine(cases: readonly CaseResult[]): string | undefined {
  const cells = staleCells(cases);
  const [oldest] = cells;
  if (!oldest) return undefined;
  const recordings = cells.reduce((total, cell) => total + cell.recordings, 0);
  const told = `${countOf(recordings, 'recording')} behind ${countOf(cells.length, 'cell')} ${recordings === 1 ? 'is' : 'are'} stale`;
  if (oldest.freshUntil === undefined) return told;
  return `${told}, ${recordings === 1 ? '' : 'the oldest '}since ${oldest.freshUntil}`;
}
