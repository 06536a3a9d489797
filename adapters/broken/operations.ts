/**
 * What broken adapters do to plain data: bodies, messages, options, updates. An operation names a place by a path and says what
 * becomes of what stands there. It changes nothing in place, and does nothing where there is no such place.
 *
 * A path is read from the left:
 *
 * | step            | goes to                                                                                          |
 * | --------------- | ------------------------------------------------------------------------------------------------ |
 * | `name`          | the member of an object; `a\|b` to both                                                           |
 * | `[]`            | every item of a list                                                                             |
 * | `[conditions]`  | every item of a list that meets all of them; of an object, to itself where it meets them         |
 * | `**`            | an object and all objects below it                                                               |
 *
 * Conditions stand between commas: `name` is there and not null, `!name` is absent, `name=a|b*` is one of these texts, where `*`
 * stands for any characters, and `name!=a` is none of them. A name may be a path of members: `delta.type=text`.
 */

/** Gives what stands in the place of a value: itself, another, several, none. */
export type Operation = (value: unknown) => readonly unknown[];

type Members = Readonly<Record<string, unknown>>;
type Condition = (value: unknown) => boolean;
type Step = { readonly names: readonly string[] } | { readonly where: Condition | undefined } | '**';
type Change = (value: unknown, index: number, list: readonly unknown[]) => readonly unknown[];

/** True for an object that has members by name: no list, not null. */
export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Removes what stands at the paths. */
export const drop = (...paths: readonly string[]): Operation => all(...paths.map((path) => replace(path, () => [])));

/** Puts a value at a path, also where a member is absent of an object that is there. */
export const set = (path: string | readonly string[], value: unknown): Operation =>
  all(...[path].flat().map((each: string) => at(each, () => [value])));

/** Puts members over those of the objects at a path. */
export const merge = (path: string, members: object): Operation =>
  change(path, (value) => (isObject(value) ? { ...value, ...members } : value));

/** Puts the values at a path twice. */
export const double = (path: string): Operation => replace(path, (value) => [value, value]);

/** Puts the value of a member also at `to`, a path from the object that has the member. */
export function copy(path: string, to: string): Operation {
  const { before, last } = split(path);
  return at(before, (owner) => {
    const value = isObject(owner) ? owner[last] : undefined;
    return value === undefined ? [owner] : set(to, value)(owner);
  });
}

/** Puts the value of a member at `to`, a path from the object that has the member, where that is a place. */
export function move(path: string, to: string): Operation {
  const { before, last } = split(path);
  return at(before, (owner) => {
    const copied = copy(last, to)(owner);
    return copied[0] === owner ? copied : copied.flatMap(drop(last));
  });
}

/** Of the items that a path ends with, keeps the first of each list. */
export const first = (path: string): Operation => replaceWithin(path, (item, met) => (item === met[0] ? [item] : []));

/** Of the items that a path ends with, keeps the last of each list. */
export const last = (path: string): Operation =>
  replaceWithin(path, (item, met) => (item === met.at(-1) ? [item] : []));

/** Does an operation to the items that a path ends with, but to the last of each list. */
export const allButLast = (path: string, operation: Operation): Operation =>
  replaceWithin(path, (item, met) => (item === met.at(-1) ? [item] : operation(item)));

/** Of the lists at a path, keeps what stands before the first item that is an end. */
export const until = <T>(path: string, isEnd: (item: T) => boolean): Operation =>
  change(path, (list: readonly T[]) => {
    const place = list.findIndex(isEnd);
    return place < 0 ? list : list.slice(0, place);
  });

/** Appends items to the lists at a path. */
export const append = (path: string, ...items: readonly unknown[]): Operation =>
  change(path, (list) => (Array.isArray(list) ? [...list, ...items] : list));

/** Prepends items to the lists at a path. */
export const prepend = (path: string, ...items: readonly unknown[]): Operation =>
  change(path, (list) => (Array.isArray(list) ? [...items, ...list] : list));

/** Puts what a function gives in the place of what is there; of an item it also knows the place and the list. */
export const change = <T>(path: string, to: (value: T, index: number, list: readonly T[]) => unknown): Operation =>
  replace<T>(path, (...found) => [to(...found)]);

/** Puts all that a function gives in the place of what is there. */
export const replace = <T>(
  path: string,
  by: (value: T, index: number, list: readonly T[]) => readonly unknown[],
): Operation =>
  at(path, (value, index, list) => (value === undefined ? [] : by(value as T, index, list as readonly T[])));

/** One operation after the other. */
export const all =
  (...operations: readonly Operation[]): Operation =>
  (value) =>
    operations.reduce<readonly unknown[]>((values, operation) => values.flatMap(operation), [value]);

/** True where a value meets conditions, as they stand in a path. */
export function meets(conditions: string): Condition {
  const each = conditions.split(',').map((text): Condition => {
    const [, not, name = '', comparison, wanted = ''] = /^(!?)([\w.-]+)(?:(!?=)(.*))?$/.exec(text) ?? [];
    if (name === '') throw new Error(`"${text}" is no condition of a path`);
    const found = (value: unknown) =>
      name.split('.').reduce<unknown>((owner, member) => (isObject(owner) ? owner[member] : undefined), value);
    if (comparison === undefined) return (value) => isThere(found(value)) === (not === '');
    const texts = wanted.split('|').map((glob) => glob.replaceAll(/[.+?^${}()\\]/g, '\\$&').replaceAll('*', '.*'));
    const isWanted = new RegExp(`^(?:${texts.join('|')})$`, 's');
    const isOne = (member: unknown) => member !== undefined && isWanted.test(String(member));
    return (value) => isOne(found(value)) === (comparison === '=');
  });
  return (value) => isObject(value) && each.every((condition) => condition(value));
}

const isThere = (value: unknown): boolean => value !== undefined && value !== null;

const at =
  (path: string, to: Change): Operation =>
  (value) =>
    changed(value, stepsOf(path), to, 0, [value]);

function changed(
  value: unknown,
  [step, ...rest]: readonly Step[],
  to: Change,
  index: number,
  list: readonly unknown[],
): readonly unknown[] {
  if (step === undefined) return to(value, index, list);
  if (step === '**') return everywhere(value, rest, to);
  if ('names' in step) {
    return isObject(value) ? [step.names.reduce((owner, name) => withMember(owner, name, rest, to), value)] : [value];
  }
  const { where } = step;
  if (Array.isArray(value)) {
    return [value.flatMap((item, i) => (where && !where(item) ? [item] : changed(item, rest, to, i, value)))];
  }
  return where?.(value) ? changed(value, rest, to, index, list) : [value];
}

function withMember(owner: Members, name: string, rest: readonly Step[], to: Change): Members {
  const there = owner[name];
  if (there === undefined && rest.length > 0) return owner;
  const [now] = changed(there, rest, to, 0, [there]);
  if (now === there) return owner;
  if (now !== undefined) return { ...owner, [name]: now };
  return Object.fromEntries(Object.entries(owner).filter(([member]) => member !== name));
}

function everywhere(value: unknown, rest: readonly Step[], to: Change): readonly unknown[] {
  if (Array.isArray(value)) return [value.flatMap((item) => everywhere(item, rest, to))];
  if (!isObject(value)) return [value];
  return changed(value, rest, to, 0, [value]).map((now) =>
    isObject(now)
      ? Object.fromEntries(Object.entries(now).map(([name, member]) => [name, everywhere(member, rest, to)[0]]))
      : now,
  );
}

function replaceWithin(path: string, by: (item: unknown, met: readonly unknown[]) => readonly unknown[]): Operation {
  const { before, last: conditions } = split(path);
  const isMet = conditions === '' ? () => true : meets(conditions);
  return change(before, (list) => {
    if (!Array.isArray(list)) return list;
    const met = list.filter(isMet);
    return list.flatMap((item) => (isMet(item) ? by(item, met) : [item]));
  });
}

/** The last step of a path, a name or what stands in brackets, and what stands before it. */
function split(path: string): { readonly before: string; readonly last: string } {
  const [, before = '', condition, name = ''] = /^(.*?)\.?(?:\[([^[]*)\]|([\w-]+))$/.exec(path) ?? [];
  return { before, last: condition ?? name };
}

const known = new Map<string, readonly Step[]>();

function stepsOf(path: string): readonly Step[] {
  const steps = known.get(path) ?? [...path.matchAll(/\*\*|\[([^\]]*)\]|[\w|-]+/g)].map(stepOf);
  known.set(path, steps);
  return steps;
}

function stepOf([text, conditions]: RegExpExecArray): Step {
  if (conditions !== undefined) return { where: conditions === '' ? undefined : meets(conditions) };
  return text === '**' ? text : { names: text.split('|') };
}
