/** A sample of mutants, and how sure its score is. Pure. */
import { seededRandom } from '../../files/seeded-random.ts';

/** @returns `size` of the items, or all where there are fewer, in their order; the same for the same seed. */
export function sampleOf<T>(items: readonly T[], size: number, seed: number): T[] {
  const random = seededRandom(seed);
  return items
    .map((item, at) => ({ item, at, lot: random() }))
    .toSorted((a, b) => a.lot - b.lot)
    .slice(0, size)
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/**
 * The 95 % interval of a share: Wilson score interval.
 *
 * @param total at least 1
 * @returns lower and upper bound, in percent
 */
export function intervalOf(hits: number, total: number): readonly [number, number] {
  const z = 1.96;
  const p = hits / total;
  const middle = p + (z * z) / (2 * total);
  const half = z * Math.sqrt((p * (1 - p)) / total + (z * z) / (4 * total * total));
  const scale = 1 + (z * z) / total;
  return [(100 * (middle - half)) / scale, (100 * (middle + half)) / scale];
}
