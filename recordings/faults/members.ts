/** Places within JSON. Pure. */
import { isJsonObject, type Json, type JsonObject } from '../../files/canonical-json.ts';

/** One value within JSON. */
export interface Place {
  readonly path: readonly (string | number)[];
  /** The same for values that stand at the same place of things of the same kind, such as `<text>.citations[].url`. */
  readonly shape: string;
  readonly value: Json;
}

/**
 * Every value within some JSON, the whole one first. Of elements that have one shape, each is given.
 *
 * @param root what the whole of it is, where it does not say so itself
 */
export function placesOf(json: Json, root = ''): Place[] {
  return walk(json, [], root);
}

/** What an object says that it is: then it does not matter where it stands. */
function kindOf({ type, object }: JsonObject): string | undefined {
  const said = type ?? object;
  return typeof said === 'string' ? `<${said}>` : undefined;
}

function walk(value: Json, path: Place['path'], shape: string): Place[] {
  const own: Place = { path, shape, value };
  if (Array.isArray(value)) {
    return [own, ...value.flatMap((element: Json, i) => walk(element, [...path, i], `${shape}[]`))];
  }
  if (!isJsonObject(value)) return [own];
  const kind = kindOf(value) ?? shape;
  const members = Object.entries(value).flatMap(([name, member]) => walk(member, [...path, name], `${kind}.${name}`));
  return [own, ...members];
}

/** JSON with another value at a place; without it, where there is none. */
export function withValue(json: Json, [first, ...rest]: Place['path'], value: Json | undefined): Json {
  if (first === undefined) return value ?? null;
  if (Array.isArray(json)) {
    const index = Number(first);
    const changed = rest.length === 0 ? value : withValue(json[index] ?? null, rest, value);
    return changed === undefined ? json.toSpliced(index, 1) : json.with(index, changed);
  }
  const object = json as JsonObject;
  if (rest.length === 0 && value === undefined) {
    return Object.fromEntries(Object.entries(object).filter(([name]) => name !== first));
  }
  return { ...object, [first]: rest.length === 0 ? (value as Json) : withValue(object[first] ?? null, rest, value) };
}

/** A path as it is written in messages: `content[0].text`. */
export const written = (path: Place['path']): string =>
  path.map((step, i) => (typeof step === 'number' ? `[${step}]` : `${i === 0 ? '' : '.'}${step}`)).join('');
