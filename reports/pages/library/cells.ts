import { type CellState, cellStates } from '../../cells/cell-state.ts';
import type { SnapshotLibrary, SnapshotProvider } from '../../snapshot/schema.ts';
import type { PagesModel } from '../model.ts';

/** The provider APIs that a library has an adapter for, the most used first. */
export function columnsOf({ adapters }: SnapshotLibrary, { lookup }: PagesModel): readonly SnapshotProvider[] {
  const own = new Set(adapters.map(({ providerApi }) => providerApi));
  return lookup.snapshot.providerApis.filter(({ id }) => own.has(id));
}

/** How many cells have which word. */
export interface CellCounts {
  readonly offered: number;
  readonly words: ReadonlyMap<CellState, number>;
  /** Cells of tools that the provider lacks and that the library sends, or drops in silence. */
  readonly notRejected: number;
}

/** The cells of a library: of the tools of the matrix, on the provider APIs that it has an adapter for. Pure. */
export function countsOf(library: SnapshotLibrary, model: PagesModel): CellCounts {
  const words = new Map<CellState, number>();
  let offered = 0;
  let notRejected = 0;
  for (const { id: providerApi } of columnsOf(library, model)) {
    for (const { id: tool } of model.lookup.rows) {
      const word = model.lookup.word(tool, providerApi, library.id);
      if (word === undefined || word === 'not-offered') continue;
      if (word === 'not-offered-not-rejected') {
        notRejected += 1;
        continue;
      }
      offered += 1;
      words.set(word, (words.get(word) ?? 0) + 1);
    }
  }
  return { offered, words, notRejected };
}

const order = Object.keys(cellStates);

/** "8 works, 13 works with gaps": how many cells have which word, in the order of the legend. Pure. */
export const wordCounts = (words: ReadonlyMap<CellState, number>): string =>
  [...words]
    .toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([word, n]) => `${n} ${cellStates[word].word.replace(',', '')}`)
    .join(', ');
