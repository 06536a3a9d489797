import { distance, closest as leastDistant } from 'fastest-levenshtein';
import { UserError } from './user-error.ts';

/**
 * The known word nearest to a mistyped one, or `undefined` when none is near enough to be worth suggesting.
 * "Near enough" is at most a third of the longer word, and never more than four edits.
 */
export function closest(word: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const candidate = leastDistant(word.toLowerCase(), [...known]);
  const limit = Math.min(4, Math.ceil(Math.max(word.length, candidate.length) / 3));
  return distance(word.toLowerCase(), candidate) <= limit ? candidate : undefined;
}

/** More than these nobody reads. */
const mostListed = 40;

/** `Did you mean "x"?` or the list of what is known, the least unlike where that is long: the hint of every "unknown id" error. */
export function didYouMean(word: string, known: readonly string[]): string {
  const candidate = closest(word, known);
  if (candidate) return `did you mean "${candidate}"?`;
  if (known.length <= mostListed) return `known: ${[...known].sort().join(', ') || '(none)'}`;
  const unlike = new Map(known.map((each) => [each, distance(word.toLowerCase(), each)]));
  const least = [...unlike].sort(([, a], [, b]) => a - b).slice(0, mostListed / 4);
  return `known, among ${known.length}: ${least
    .map(([each]) => each)
    .sort()
    .join(', ')}, …`;
}

/**
 * Refuses an id that does not exist.
 *
 * @param what what the id names, as the message says it: `adapter`, `provider API`
 * @throws {UserError} it is not among those that are known; the hint is what is near it
 */
export function assertKnown<T extends string>(what: string, asked: string, known: readonly T[]): asserts asked is T {
  if ((known as readonly string[]).includes(asked)) return;
  throw new UserError(`there is no ${what} "${asked}"`, { hint: didYouMean(asked, known) });
}
