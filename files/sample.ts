/** Some things in the place of all. */
import { hash } from 'node:crypto';

/** How many, and which: the same seed chooses the same ones. */
export interface Sample {
  readonly count: number;
  readonly seed: string;
}

/** So many of the things, in their order; all, where no sample is wanted. Pure. */
export function sampled<T>(all: readonly T[], sample: Sample | undefined, idOf: (thing: T) => string): readonly T[] {
  if (!sample) return all;
  const rank = (thing: T) => hash('sha256', `${sample.seed} ${idOf(thing)}`);
  const chosen = new Set(all.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, sample.count));
  return all.filter((each) => chosen.has(each));
}
