/** Members of a declaration under the contract's names, as long as all of them have one. */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import { asArray, asObject, otherMembers } from '../json.ts';

/** Under the contract's names; `undefined` where a member has none, for then the declaration is not said by them. */
export function renamed(members: JsonObject, names: ReadonlyMap<string, string>): Record<string, Json> | undefined {
  const given = otherMembers(members, new Set());
  if (given.some((name) => !names.has(name))) return undefined;
  return Object.fromEntries(given.map((name) => [names.get(name) ?? name, members[name] ?? null]));
}

/** The only object of a list; `undefined` where there is another number of them. */
export function onlyOne(list: Json | undefined): JsonObject | undefined {
  const [first, ...more] = asArray(list) ?? [];
  return more.length === 0 ? asObject(first) : undefined;
}
