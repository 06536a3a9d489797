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
