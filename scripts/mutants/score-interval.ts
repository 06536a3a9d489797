/** How sure the score of a sample is. Pure. */

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
