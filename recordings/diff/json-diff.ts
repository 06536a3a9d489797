/** What became of a JSON value. Pure. */
import { canonicalJson, isJsonObject, type Json, jsonEquals, toText } from '../../lib/canonical-json.ts';
import { closest } from '../../lib/did-you-mean.ts';
import {
  type ChangeTarget,
  discriminators,
  models,
  noise,
  noiseRules,
  offsets,
  places,
  spelledAsWord,
  volatileMembers,
  words,
} from './severity-rules.ts';

/** One difference between two values, before it is weighed. */
export interface Difference {
  readonly what: ChangeTarget;
  /** Where, as keys from the outermost value. */
  readonly path: readonly (string | number)[];
  /** What stood there; absent where nothing did. */
  readonly before?: unknown;
  readonly after?: unknown;
  /** Of noise: why. */
  readonly reason?: string;
}

type Path = readonly (string | number)[];
type Members = Readonly<Record<string, unknown>>;

/** All differences of two JSON values, in the order of the older one. @param path where both stand */
export function differencesOf(before: unknown, after: unknown, path: Path = []): Difference[] {
  if (jsonEquals(before, after)) return [];
  if (isJsonObject(before) && isJsonObject(after)) return ofObjects(before, after, path);
  if (Array.isArray(before) && Array.isArray(after) && [...before, ...after].some(isJsonObject)) {
    return ofLists(before, after, path);
  }
  return [{ ...ofLeaves(before, after, path), path, before, after }];
}

/** The name of the member that a value is, or is a list item of. */
const nameAt = (path: Path): string => String(path.findLast((key) => typeof key === 'string') ?? '');

function ofObjects(before: Members, after: Members, path: Path): Difference[] {
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  const come = Object.keys(after).filter((name) => !Object.hasOwn(before, name));
  const renamed = renamedIn(gone, come, before, after);
  const both = Object.keys(before).filter((name) => Object.hasOwn(after, name));
  return [
    ...both.flatMap((name) => differencesOf(before[name], after[name], [...path, name])),
    ...[...renamed].map(
      ([was, is]): Difference => ({ what: 'member renamed', path: [...path, was], before: was, after: is }),
    ),
    ...gone
      .filter((name) => !renamed.has(name))
      .map((name): Difference => ({ ...alone('member removed', name), path: [...path, name], before: before[name] })),
    ...come
      .filter((name) => ![...renamed.values()].includes(name))
      .map((name): Difference => ({ ...alone('member added', name), path: [...path, name], after: after[name] })),
  ];
}

const alone = (what: ChangeTarget, name: string): Pick<Difference, 'what' | 'reason'> =>
  volatileMembers.test(name) ? { what: 'noise', reason: noise.volatileMembers } : { what };

/** Names that are clearly another name of the same: one alone has the value, and it says something or is called alike. */
function renamedIn(gone: readonly string[], come: readonly string[], before: Members, after: Members) {
  const renamed = new Map<string, string>();
  for (const was of gone) {
    const same = come.filter((is) => jsonEquals(before[was], after[is]) && ![...renamed.values()].includes(is));
    const [is] = same;
    if (is === undefined || same.length > 1) continue;
    if (saysSomething(before[was]) || closest(was, [is])) renamed.set(was, is);
  }
  return renamed;
}

const saysSomething = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.length > 2
    : typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** An item of a list, or an event of a stream, by what tells it from others. */
export interface Kind {
  readonly kind: string;
  readonly print: string;
}

interface Item extends Kind {
  readonly index: number;
  readonly value: unknown;
}

/** Kinds of items are told apart by their discriminators or, where they have none, by which members they have. */
function itemOf(value: unknown, index: number): Item {
  const print = printOf(value);
  if (!isJsonObject(value)) return { index, value, print, kind: typeof value };
  const told = discriminators.find((name) => typeof value[name] === 'string');
  const kind = told === undefined ? Object.keys(value).sort().join(' ') : `${told} ${toText(value[told])}`;
  return { index, value, print, kind };
}

function ofLists(before: readonly unknown[], after: readonly unknown[], path: Path): Difference[] {
  const [old, young] = [before.map(itemOf), after.map(itemOf)];
  const likeness = (a: Item, b: Item): number =>
    a.kind === b.kind ? (a.print === b.print ? 3 : 2) : isAlike(a.value, b.value) && !isTold(a.value) ? 1 : 0;
  const pairs = withRenamed(align(old, young, likeness), (a, b) => isAlike(a.value, b.value));
  const { moved, rest } = movedIn(pairs);
  return [
    ...moved.map(
      ({ before: was, after: is }): Difference => ({
        what: 'item moved',
        path: [...path, is.index],
        before: was.value,
        after: is.value,
      }),
    ),
    ...rest.flatMap(({ before: was, after: is }): Difference[] => {
      if (was && is) return differencesOf(was.value, is.value, [...path, is.index]);
      if (was) {
        const what = young.some(({ kind }) => kind === was.kind) ? 'less of the same' : 'item removed';
        return [{ what, path: [...path, was.index], before: was.value }];
      }
      if (!is) return [];
      const what = old.some(({ kind }) => kind === is.kind) ? 'more of the same' : 'item added';
      return [{ what, path: [...path, is.index], after: is.value }];
    }),
  ];
}

const isTold = (value: unknown): boolean =>
  isJsonObject(value) && discriminators.some((name) => typeof value[name] === 'string');

/** Two that could be the same under another name: half of the members that either has, both have. */
export function isAlike(before: unknown, after: unknown): boolean {
  if (!isJsonObject(before) || !isJsonObject(after)) return typeof before === typeof after && !isJsonObject(before);
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const shared = [...names].filter((name) => Object.hasOwn(before, name) && Object.hasOwn(after, name));
  return shared.length * 2 >= names.size;
}

/** What stands alone on either side, and is the same, stands in another place. */
export function movedIn<T extends Kind>(
  pairs: readonly Pair<T>[],
): { readonly moved: { readonly before: T; readonly after: T }[]; readonly rest: readonly Pair<T>[] } {
  const moved: { before: T; after: T }[] = [];
  const come = pairs.flatMap(({ before, after }) => (after && !before ? [after] : []));
  for (const { before, after } of pairs) {
    if (!before || after) continue;
    const same = come.find((each) => each.kind === before.kind && each.print === before.print);
    if (!same) continue;
    come.splice(come.indexOf(same), 1);
    moved.push({ before, after: same });
  }
  const isMoved = ({ before, after }: Pair<T>) =>
    moved.some((each) => (before && !after && each.before === before) || (after && !before && each.after === after));
  return { moved, rest: pairs.filter((pair) => !isMoved(pair)) };
}

/** A value without what is another one every time, and without where in an answer it stands: equal texts say the same. */
export const printOf = (value: unknown): string => canonicalJson(withoutNoise(value as Json, ''));

function withoutNoise(value: Json, name: string): Json {
  if (Array.isArray(value)) return value.map((each: Json) => withoutNoise(each, name));
  if (isJsonObject(value)) {
    const members = Object.entries(value).filter(([key]) => !volatileMembers.test(key));
    return Object.fromEntries(members.map(([key, each]) => [key, withoutNoise(each, key)]));
  }
  return places.test(name) || noiseAt(name, value) !== undefined ? null : value;
}

/** Why a member's value says nothing; `undefined` where it may. */
export const noiseAt = (name: string, value: unknown): string | undefined =>
  noiseRules.find((rule) => rule.names.test(name) && (rule.types as readonly string[]).includes(typeof value))?.reason;

function ofLeaves(before: unknown, after: unknown, path: Path): Pick<Difference, 'what' | 'reason'> {
  const name = nameAt(path);
  const reason = noiseAt(name, before ?? after);
  const [was, is] = [typeOf(before), typeOf(after)];
  const isNullable = was === 'null' || is === 'null';
  if (reason !== undefined && (was === is || isNullable)) return { what: 'noise', reason };
  if (isNullable) return { what: 'null or not' };
  if (was !== is) return { what: 'member retyped' };
  if (offsets.test(name)) return { what: 'offset changed' };
  if (places.test(name)) return { what: 'place changed' };
  if (was === 'boolean') return { what: 'flag changed' };
  if (was === 'number') return { what: 'number changed' };
  if (models.test(name)) return { what: 'model changed' };
  return { what: isWord(name, before) && isWord(name, after) ? 'word changed' : 'text changed' };
}

const isWord = (name: string, value: unknown): boolean =>
  affectsVerdict(name, value) || (typeof value === 'string' && spelledAsWord.test(value));

/** True for a value by which programs decide, as its name says. */
export const affectsVerdict = (name: string, value: unknown): boolean =>
  typeof value === 'string' && words.test(name) && /^[\w./:-]{1,80}$/.test(value);

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);

// Which of two lists belong together

/** One of each list that belong together, or one alone. */
interface Pair<T> {
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
