import { changedCellsOf } from '../../changes/changes.ts';
import type { ChangedCell, Changes } from '../../changes/schema.ts';

/** How much has changed, for summaries. */
export interface ChangeCounts {
  readonly worse: number;
  readonly inside: number;
  readonly better: number;
  readonly fixed: number;
  /** How many libraries have such cells, and how many there are in both. */
  readonly libraries: {
    readonly worse: number;
    readonly inside: number;
    readonly better: number;
    readonly all: number;
  };
}

/** Pure. */
export function changeCounts(changes: Changes): ChangeCounts {
  const { worse, inside, better, fixed, unchanged } = changes;
  const of = (...cells: (readonly ChangedCell[])[]) => new Set(cells.flat().map(({ library }) => library));
  const all = of(changedCellsOf(changes));
  for (const { library } of unchanged) all.add(library);
  return {
    worse: worse.length,
    inside: inside.length,
    better: better.length,
    fixed: fixed.length,
    libraries: {
      worse: of(worse).size,
      inside: of(inside).size,
      better: of(better, fixed).size,
      all: all.size,
    },
  };
}
