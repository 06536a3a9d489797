import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import { asObject } from '../json.ts';

/**
 * The member that a union of this API has, and its value: of `{ "text": "Hello" }` the text. A union with several members is
 * none, but one of them may be null. Source: Smithy, "Union".
 */
export function memberOf(union: JsonObject): readonly [name: string, value: Json] | undefined {
  const members = Object.entries(union).filter(([, value]) => value !== null);
  return members.length === 1 ? members[0] : undefined;
}

/** The value of a member that holds an object; empty where it is something else. */
export const inside = (value: Json | undefined): JsonObject => asObject(value) ?? {};
