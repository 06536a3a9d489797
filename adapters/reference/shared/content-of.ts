import type { Json, JsonObject } from '../../../files/canonical-json.ts';

/** The content of a message: a text alone goes as text, anything else as its parts; nothing where there is none. */
export function contentOf(parts: readonly JsonObject[]): Json | undefined {
  const [first, ...others] = parts;
  if (!first || others.length > 0) return first && [...parts];
  return first.text ?? [first];
}
