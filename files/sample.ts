/** Some things in the place of all. */
import { hash } from 'node:crypto';
import { UserError } from './user-error.ts';

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

/** Parser of `--sample <n>`. @throws {UserError} it is no whole number above 0. */
export function sampleSize(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new UserError(`--sample "${text}": not a whole number above 0`, { hint: 'for example --sample 24' });
}
