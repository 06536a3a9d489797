/** Arguments of a call, which most providers write as text. */
import { isJsonObject, type Json, type JsonObject, jsonEquals } from '../../../files/canonical-json.ts';
import type { FunctionCallContent } from '../../../spec/contract/index.ts';

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

/**
 * The arguments as text; what the provider wrote itself, to the letter, as long as it says what the content says. An empty text,
 * which some write for no arguments, is not taken back: it is no JSON.
 */
export function writtenArguments(call: FunctionCallContent, before: Json | undefined): string {
  const { arguments: parsed, argumentsText } = call;
  const isJson = typeof before === 'string' && before.trim() !== '';
  const same = isJson && parsed !== undefined && jsonEquals(parsedObject(before) ?? null, parsed);
  return same ? before : (argumentsText ?? JSON.stringify(parsed ?? {}));
}
