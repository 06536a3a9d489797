/** How two lists are laid beside each other, so that one missing element is one missing element and no cascade. */

/** What is held against what; one of the two may be missing. */
export interface Pair<T> {
  readonly left?: T;
  readonly right?: T;
  /** Equal, but standing elsewhere in the order of its list. */
  readonly moved?: true;
}

export interface Likeness<T> {
  /** The very same by name: these belong together wherever they stand, equal or not. */
  readonly key?: (element: T) => string | undefined;
  /** Of several with one key, the ones that belong together. */
  readonly exact?: (left: T, right: T) => boolean;
  readonly equal: (left: T, right: T) => boolean;
  /** Near enough to be the same thing, changed. */
  readonly alike: (left: T, right: T) => boolean;
}

/**
 * Pairs two lists: first by key, then by the longest common subsequence of equals, then equals that stand elsewhere, then
 * what is alike, in order. Whatever is left stands alone. Pairs come in the order of `left`, then what only `right` has.
 */
export function align<T>(left: readonly T[], right: readonly T[], likeness: Likeness<T>): Pair<T>[] {
  const { key } = likeness;
  const exact = (l: T, r: T) => likeness.exact?.(l, r) ?? true;
  const same = (l: T, r: T) => likeness.equal(l, r) && key?.(l) === key?.(r) && exact(l, r);
  // Mostly there is nothing to find out.
  if (left.length === right.length && left.every((l, i) => same(l, right[i] as T))) {
    return left.map((element, i) => ({ left: element, right: right[i] as T }));
  }
  const partner = new Map<number, { index: number; moved?: true }>();
  const freeLeft = () => indexes(left).filter((l) => !partner.has(l));
  const freeRight = () => {
    const taken = new Set([...partner.values()].map(({ index }) => index));
    return indexes(right).filter((r) => !taken.has(r));
  };
  const pairUp = (fits: (l: T, r: T) => boolean, mark: { moved?: true } = {}) => {
    for (const l of freeLeft()) {
      const r = freeRight().find((index) => fits(left[l] as T, right[index] as T));
      if (r !== undefined) partner.set(l, { index: r, ...mark });
    }
  };

  if (key) {
    pairUp((l, r) => key(l) !== undefined && key(l) === key(r) && exact(l, r));
    pairUp((l, r) => key(l) !== undefined && key(l) === key(r));
  }
  const equal = (l: number, r: number) => likeness.equal(left[l] as T, right[r] as T);
  for (const [l, r] of commonSubsequence(freeLeft(), freeRight(), equal)) partner.set(l, { index: r });
  pairUp(likeness.equal, { moved: true });
  pairUp(likeness.alike);

  const pairs = left.map((element, l): Pair<T> => {
    const found = partner.get(l);
    if (!found) return { left: element };
    return { left: element, right: right[found.index] as T, ...(found.moved ? { moved: true } : {}) };
  });
  return [...pairs, ...freeRight().map((r) => ({ right: right[r] as T }))];
}

const indexes = (list: readonly unknown[]): number[] => list.map((_, i) => i);

/** The longest common subsequence, as pairs of elements. Common ends are taken off first: mostly there is nothing else. */
function commonSubsequence(
  left: readonly number[],
  right: readonly number[],
  equal: (l: number, r: number) => boolean,
): [number, number][] {
  const pairs: [number, number][] = [];
  const ends: [number, number][] = [];
  let from = 0;
  let l = left.length;
  let r = right.length;
  const at = (i: number, j: number) => equal(left[i] as number, right[j] as number);
  while (from < l && from < r && at(from, from)) pairs.push([left[from] as number, right[from++] as number]);
  while (l > from && r > from && at(l - 1, r - 1)) ends.push([left[--l] as number, right[--r] as number]);

  const lengths = Array.from({ length: l - from + 1 }, () => new Array<number>(r - from + 1).fill(0));
  const length = (i: number, j: number) => lengths[i - from]?.[j - from] ?? 0;
  const same = new Set<number>();
  for (let i = l - 1; i >= from; i--) {
    for (let j = r - 1; j >= from; j--) {
      const row = lengths[i - from];
      if (!row) continue;
      if (at(i, j)) same.add(i * right.length + j);
      row[j - from] = same.has(i * right.length + j)
        ? length(i + 1, j + 1) + 1
        : Math.max(length(i + 1, j), length(i, j + 1));
    }
  }
  for (let i = from, j = from; i < l && j < r; ) {
    if (same.has(i * right.length + j)) pairs.push([left[i++] as number, right[j++] as number]);
    else if (length(i + 1, j) >= length(i, j + 1)) i++;
    else j++;
  }
  return [...pairs, ...ends.reverse()];
}
