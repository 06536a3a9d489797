import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../lib/canonical-json.ts';

/**
 * The same schema with each part that has a title and occurs more than once said once, by that title below `$defs`. Descriptions stay where
 * they are, for they may differ. Pure.
 *
 * @throws {Error} two parts that are not the same occur more than once by one title.
 */
export function withNamedParts(schema: JsonObject): JsonObject {
  const times = new Map<string, number>();
  count(schema, times);
  const definitions = new Map<string, { readonly id: string; readonly definition: JsonObject }>();
  const written = (part: JsonObject): JsonObject => {
    const { description, ...body } = part;
    const { title } = body;
    if (typeof title !== 'string') return mapParts(part, written);
    const id = canonicalJson(body);
    if ((times.get(id) ?? 0) < 2) return mapParts(part, written);
    const known = definitions.get(title);
    if (known === undefined) definitions.set(title, { id, definition: mapParts(body, written) });
    else if (known.id !== id) throw new Error(`two parts of ${schema.$id} have the title "${title}"`);
    return { $ref: `#/$defs/${title}`, ...(description === undefined ? {} : { description }) };
  };
  const root = mapParts(schema, written);
  if (definitions.size === 0) return root;
  const byTitle = [...definitions].sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...root, $defs: Object.fromEntries(byTitle.map(([title, { definition }]) => [title, definition])) };
}

/** Looks into equal parts with a title once only: what a part is made of occurs as often as the part is written. */
function count(schema: JsonObject, times: Map<string, number>): void {
  const { description: _, ...body } = schema;
  if (typeof body.title === 'string') {
    const id = canonicalJson(body);
    const before = times.get(id) ?? 0;
    times.set(id, before + 1);
    if (before > 0) return;
  }
  mapParts(schema, (part) => {
    count(part, times);
    return part;
  });
}

/** The words of JSON Schema that hold schemas: by name, in a list, and one. */
const byName = ['properties', 'patternProperties'];
const inList = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const alone = ['items', 'additionalProperties', 'not'];

function mapParts(schema: JsonObject, change: (part: JsonObject) => JsonObject): JsonObject {
  const changed = (value: Json): Json => (isJsonObject(value) ? change(value) : value);
  const members = Object.entries(schema).map(([word, value]): readonly [string, Json] => {
    if (byName.includes(word) && isJsonObject(value)) {
      return [word, Object.fromEntries(Object.entries(value).map(([name, part]) => [name, changed(part)]))];
    }
    if (inList.includes(word) && Array.isArray(value)) return [word, value.map(changed)];
    return [word, alone.includes(word) ? changed(value) : value];
  });
  return Object.fromEntries(members);
}
