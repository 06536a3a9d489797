/** The library's spelling of names, and the wire's: `containerId` is `container_id`. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';

export const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The value with all its names in another spelling. */
export function respelled(value: Json, spell: (name: string) => string): Json {
  if (Array.isArray(value)) return value.map((item: Json) => respelled(item, spell));
  if (!isJsonObject(value)) return value;
  const renamed: JsonObject = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [spell(name), respelled(member, spell)]),
  );
  return renamed;
}
