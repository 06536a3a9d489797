/**
 * Deals things to so many hands: the longest first, each to the hand that has least so far, the first of those that have as little. Pure.
 *
 * @param lengthOf how much of a hand a thing fills
 */
export function deal<T>(things: readonly T[], hands: number, lengthOf: (thing: T) => number): T[][] {
  const dealt = Array.from({ length: hands }, () => ({ things: [] as T[], length: 0 }));
  for (const thing of things.toSorted((a, b) => lengthOf(b) - lengthOf(a))) {
    const least = dealt.reduce((shortest, hand) => (hand.length < shortest.length ? hand : shortest));
    least.things.push(thing);
    least.length += lengthOf(thing);
  }
  return dealt.map((hand) => hand.things);
}
