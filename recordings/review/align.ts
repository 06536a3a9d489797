/** Which of two lists belong together. Pure. */

/** One of each list that belong together, or one alone. */
export interface Pair<T> {
  readonly before?: T;
  readonly after?: T;
}

/** The most comparisons: two streams of two thousand runs each. Beyond that, what comes in the same place belongs together. */
const most = 4_000_000;

/**
 * Pairs two lists so that the order of both is kept and the sum of likeness is the greatest. Source: Needleman and Wunsch, 1970.
 *
 * @param likeness how much two are alike; 0 where they can be no pair
 */
export function align<T>(
  before: readonly T[],
  after: readonly T[],
  likeness: (before: T, after: T) => number,
): Pair<T>[] {
  const [rows, columns] = [before.length, after.length];
  if (rows * columns > most) return byPlace(before, after);
  const width = columns + 1;
  // best[i * width + j]: the greatest sum of what is left from i and j on.
  const best = new Float64Array((rows + 1) * width);
  const at = (i: number, j: number): number => best[i * width + j] ?? 0;
  const like = (i: number, j: number): number => likeness(before[i] as T, after[j] as T);
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const alike = like(i, j);
      const paired = alike > 0 ? alike + at(i + 1, j + 1) : 0;
      best[i * width + j] = Math.max(paired, at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: Pair<T>[] = [];
  let [i, j] = [0, 0];
  while (i < rows && j < columns) {
    const alike = like(i, j);
    if (alike > 0 && alike + at(i + 1, j + 1) === at(i, j))
      pairs.push({ before: before[i++] as T, after: after[j++] as T });
    else if (at(i + 1, j) === at(i, j)) pairs.push({ before: before[i++] as T });
    else pairs.push({ after: after[j++] as T });
  }
  for (; i < rows; i++) pairs.push({ before: before[i] as T });
  for (; j < columns; j++) pairs.push({ after: after[j] as T });
  return pairs;
}

function byPlace<T>(before: readonly T[], after: readonly T[]): Pair<T>[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, i) => ({
    ...(i < before.length ? { before: before[i] as T } : {}),
    ...(i < after.length ? { after: after[i] as T } : {}),
  }));
}

/**
 * The same pairs, and those besides that stand alone in the same gap: as many of the one list as of the other, and alike enough to
 * be the same under another name.
 */
export function withRenamed<T>(pairs: readonly Pair<T>[], isAlike: (before: T, after: T) => boolean): Pair<T>[] {
  const found: Pair<T>[] = [];
  let [gone, come]: [T[], T[]] = [[], []];
  const close = () => {
    const isGap = gone.length === come.length && gone.every((each, i) => isAlike(each, come[i] as T));
    if (isGap) found.push(...gone.map((each, i) => ({ before: each, after: come[i] as T })));
    else found.push(...gone.map((each) => ({ before: each })), ...come.map((each) => ({ after: each })));
    [gone, come] = [[], []];
  };
  for (const pair of pairs) {
    if ('before' in pair && 'after' in pair) {
      close();
      found.push(pair);
    } else if ('before' in pair) gone.push(pair.before as T);
    else come.push(pair.after as T);
  }
  close();
  return found;
}
