/** Arguments that a provider writes as text. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';

/** The object that a text says; an empty one for no text, `undefined` where it says none. */
export function parsedObject(written: string): JsonObject | undefined {
  if (written.trim() === '') return {};
  const value = parsedJson(written);
  return isJsonObject(value) ? value : undefined;
}

/** The value that a text says; the text itself where it is no JSON. */
export function parsedJson(written: string): Json {
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}
