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

/**
 * Deals things to so many hands: the longest first, each to the hand that has least so far, the first of those that have as little. Pure.
 *
 * @param lengthOf how much of a hand a thing fills
 */
export function packIntoBins<T>(things: readonly T[], hands: number, lengthOf: (thing: T) => number): T[][] {
  const dealt = Array.from({ length: hands }, () => ({ things: [] as T[], length: 0 }));
  for (const thing of things.toSorted((a, b) => lengthOf(b) - lengthOf(a))) {
    const least = dealt.reduce((shortest, hand) => (hand.length < shortest.length ? hand : shortest));
    least.things.push(thing);
    least.length += lengthOf(thing);
  }
  return dealt.map((hand) => hand.things);
}

/** Numbers from 0 up to 1 that follow from a seed. Source: Mulberry32, public domain. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The same things in an order that follows from a seed. Pure. */
export function shuffled<T>(things: readonly T[], seed: number): T[] {
  const random = seededRandom(seed);
  return things
    .map((thing) => ({ thing, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ thing }) => thing);
}
