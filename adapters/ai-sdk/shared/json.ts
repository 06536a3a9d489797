/** What the library holds, as plain JSON. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';

/** The object as JSON: the library's parts hold `undefined`, and errors where a call does not parse. */
export function plain(value: unknown): Json {
  const json = JSON.stringify(value, (_, member: unknown) => (member instanceof Error ? member.name : member));
  return json === undefined ? null : JSON.parse(json);
}

/** An object without members where the value is none. */
export function asObject(value: unknown): JsonObject {
  const json = plain(value);
  return isJsonObject(json) ? json : {};
}

export const text = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
