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

/** Maximum number of ids in a list of all. */
const mostListed = 40;

/** `did you mean "x"?`, the list of known ids or, if that is long, the five most similar: the hint of every "unknown id" error. */
export function didYouMean(word: string, known: readonly string[]): string {
  const candidate = closest(word, known);
  if (candidate) return `did you mean "${candidate}"?`;
  if (known.length <= mostListed) return `known: ${[...known].sort().join(', ') || '(none)'}`;
  const least = known
    .map((each) => [each, sharedWords(word.toLowerCase(), each), distance(word.toLowerCase(), each)] as const)
    .sort(([, shared, far], [, others, further]) => others - shared || far - further)
    .slice(0, 5);
  return `did you mean: ${least
    .map(([each]) => each)
    .sort()
    .join(', ')}, … (${known.length} in total)`;
}

/** Number of words that two ids have in common. */
function sharedWords(one: string, other: string): number {
  const words = new Set(other.split(/[-/]/));
  return new Set(one.split(/[-/]/).filter((each) => words.has(each))).size;
}

/**
 * Rejects an id that does not exist.
 *
 * @param what what the id names, as the message says it: `adapter`, `provider API`
 * @throws {UserError} it is not among those that are known; the hint is what is near it
 */
export function assertKnown<T extends string>(what: string, asked: string, known: readonly T[]): asserts asked is T {
  if ((known as readonly string[]).includes(asked)) return;
  throw new UserError(`unknown ${what} "${asked}"`, { hint: didYouMean(asked, known) });
}
