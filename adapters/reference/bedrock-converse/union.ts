/** Unions of AWS: objects of one member that says which of them it is, `{ "toolUse": { … } }`. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';

/** What a union holds, by the name of its member. */
export type Member = readonly [name: string, value: Json];

/** The member that holds something, by its name; `undefined` where there is none, or more than one. */
export function memberOf(union: unknown): Member | undefined {
  if (!isJsonObject(union)) return undefined;
  const members = Object.entries(union).filter(([, value]) => value !== null);
  return members.length === 1 ? members[0] : undefined;
}

/** What a union holds where its member has that name and holds an object. */
export function objectIn(union: unknown, name: string): JsonObject | undefined {
  const [found, value] = memberOf(union) ?? [];
  return found === name && isJsonObject(value) ? value : undefined;
}
