/**
 * Few of many, that hold all that the many do: of each feature the first that has it, unless one that was taken before has it too.
 * Those with most features are taken first; the same things in the same order give the same few. Pure.
 */
export function covering<T>(all: readonly T[], featuresOf: (one: T) => Iterable<string>): readonly T[] {
  const features = new Map(all.map((one) => [one, new Set(featuresOf(one))]));
  const covered = new Set<string>();
  const few = new Set<T>();
  for (const [one, own] of [...features].toSorted(([, a], [, b]) => b.size - a.size)) {
    if ([...own].every((feature) => covered.has(feature))) continue;
    few.add(one);
    for (const feature of own) covered.add(feature);
  }
  return all.filter((one) => few.has(one));
}
