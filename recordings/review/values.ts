/** What became of a JSON value. Pure. */
import { canonicalJson, isJsonObject, type Json, jsonEquals } from '../../files/canonical-json.ts';
import { nearest } from '../../files/nearest.ts';
import { align, type Pair, withRenamed } from './align.ts';
import type { Difference } from './difference.ts';
import {
  discriminators,
  models,
  noise,
  noiseRules,
  offsets,
  places,
  restless,
  spelledAsWord,
  type What,
  words,
} from './rules.ts';

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

const alone = (what: What, name: string): Pick<Difference, 'what' | 'reason'> =>
  restless.test(name) ? { what: 'noise', reason: noise.restless } : { what };

/** Names that are clearly another name of the same: one alone has the value, and it says something or is called alike. */
function renamedIn(gone: readonly string[], come: readonly string[], before: Members, after: Members) {
  const renamed = new Map<string, string>();
  for (const was of gone) {
    const same = come.filter((is) => jsonEquals(before[was], after[is]) && ![...renamed.values()].includes(is));
    const [is] = same;
    if (is === undefined || same.length > 1) continue;
    if (saysSomething(before[was]) || nearest(was, [is])) renamed.set(was, is);
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
  const kind = told === undefined ? Object.keys(value).sort().join(' ') : `${told} ${String(value[told])}`;
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
    const members = Object.entries(value).filter(([key]) => !restless.test(key));
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
  isDeciding(name, value) || (typeof value === 'string' && spelledAsWord.test(value));

/** True for a value by which programs decide, as its name says. */
export const isDeciding = (name: string, value: unknown): boolean =>
  typeof value === 'string' && words.test(name) && /^[\w./:-]{1,80}$/.test(value);

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);
