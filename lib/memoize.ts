/**
 * The same function, which computes once for each object that it is given, and keeps what came of it for as long as the object is there.
 *
 * @param compute gives the same for the same object; what it gives is shared, so that nobody may change it
 */
export function memoize<K extends object, V>(compute: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (of) => {
    const found = known.get(of);
    if (found) return found.value;
    const value = compute(of);
    known.set(of, { value });
    return value;
  };
}

/** How many answers are kept, and the most characters of a key of theirs: together some 50 MB at the very most. */
const most = 1_000;
const longest = 50_000;

/**
 * Answers for texts that come again and again. Those of the last thousand texts or so are kept; what is long is computed every time.
 *
 * @returns asks for the answer to a text, which is computed where it is not known; it is shared, so that nobody may change it
 */
export function lruCache<V>(): (text: string, compute: () => V) => V {
  let young = new Map<string, V>();
  let old = new Map<string, V>();
  const keep = (text: string, answer: V): V => {
    if (young.size >= most / 2) {
      old = young;
      young = new Map();
    }
    young.set(text, answer);
    return answer;
  };
  return (text, compute) => {
    if (text.length > longest) return compute();
    if (young.has(text)) return young.get(text) as V;
    return keep(text, old.has(text) ? (old.get(text) as V) : compute());
  };
}
