/** Patterns of cases, as command lines have them: `reference-anthropic/web-search`, or one word of it. Pure. */
import { assertKnown, didYouMean } from '../../lib/did-you-mean.ts';
import { UserError } from '../../lib/user-error.ts';
import type { AdapterIdentity } from './case.ts';

/** One part of a pattern. */
export interface PatternPart {
  /** What it names, such as `adapter`. */
  readonly what: string;
  /** The ids that each word stands for. */
  readonly ids: () => ReadonlyMap<string, readonly string[]>;
}

/** A part in which each id stands for itself. @param ids called once, and only if a pattern needs them */
export function patternPart(what: string, ids: () => Iterable<string>): PatternPart {
  let known: ReadonlyMap<string, readonly string[]> | undefined;
  return {
    what,
    ids: () => {
      known ??= new Map([...ids()].map((id) => [id, [id]]));
      return known;
    },
  };
}

/** Adapters by their ids, by implementation and by provider API. */
export const adapterPart = (adapters: readonly AdapterIdentity[]): PatternPart => ({
  what: 'adapter',
  ids: () => {
    const words = adapters.flatMap(({ id, implementation, providerApi }) =>
      [...new Set([id, implementation, providerApi])].map((word) => ({ word, id })),
    );
    return new Map(
      [...Map.groupBy(words, ({ word }) => word)].map(([word, found]) => [word, found.map(({ id }) => id)]),
    );
  },
});

export const modePart: PatternPart = patternPart('mode', () => ['complete', 'stream']);

/** A pattern with all of its parts, as messages show it: `<adapter>/<tool>/<scenario>/<mode>`. */
export const patternForm = (parts: readonly PatternPart[]): string =>
  parts.map(({ what }) => `<${what.toLowerCase().replace(' ', '-')}>`).join('/');

/**
 * The patterns that were meant, each without stars at its end; several where a word stands for several ids. A word without a slash names
 * whatever part has it.
 *
 * @param parts what a pattern consists of, in order
 * @throws {UserError} it has an empty part or too many, or one that no id has; the hint is what is near it.
 */
export function parsePattern(pattern: string, parts: readonly PatternPart[]): readonly string[] {
  const words = pattern.split('/');
  if (words.includes('') || words.length > parts.length) {
    throw new UserError(`"${pattern}": not ${patternForm(parts)}`, {
      hint: 'a part may be *, parts may be left out at the end, and one word may stand for a pattern',
    });
  }
  const [only = ''] = words;
  const placed = words.length > 1 || parts.length === 1 || only === '*' ? words : placeOf(only, parts);
  const ids = placed.map((word, i) => {
    const part = parts[i];
    if (word === '*' || !part) return ['*'];
    const known = part.ids();
    assertKnown(part.what, word, [...known.keys()]);
    return known.get(word) ?? [];
  });
  const all = ids.reduce<string[]>(
    (before, each) => before.flatMap((start) => each.map((id) => `${start}/${id}`)),
    [''],
  );
  return all.map((each) => each.slice(1).replace(/(\/\*)+$/, ''));
}

/** A single word behind as many stars as it takes to stand where it is known. */
function placeOf(word: string, parts: readonly PatternPart[]): readonly string[] {
  const place = parts.findIndex(({ ids }) => ids().has(word));
  if (place >= 0) return [...Array<string>(place).fill('*'), word];
  const names = parts.map(({ what }) => what);
  throw new UserError(`unknown ${names.slice(0, -1).join(', ')} or ${names.at(-1)} "${word}"`, {
    hint: didYouMean(
      word,
      parts.flatMap(({ ids }) => [...ids().keys()]),
    ),
  });
}

/**
 * Rejects a pattern that fits nothing.
 *
 * @param all the ids of all that there is, each in the order of the parts
 * @throws {UserError} there is such a pattern.
 */
export function demandMatches(
  patterns: readonly string[],
  parts: readonly PatternPart[],
  all: readonly (readonly string[])[],
): void {
  for (const pattern of patterns) {
    if (all.some(matchesAny(parsePattern(pattern, parts)))) continue;
    throw new UserError(`no case matches "${pattern}"`, {
      hint: 'a scenario belongs to one tool; put * in the place of a part',
    });
  }
}

/**
 * Tells whether one of some patterns takes in what has these ids, in the order of the parts. Where an id is not given, any would do. Without
 * a pattern, all are taken in.
 */
export function matchesAny(patterns: readonly string[]): (ids: readonly (string | undefined)[]) => boolean {
  if (patterns.length === 0) return () => true;
  const split = patterns.map((pattern) => pattern.split('/'));
  return (ids) =>
    split.some((words) => words.every((word, i) => word === '*' || ids[i] === undefined || ids[i] === word));
}
