/** `parameters` of a function: a subset of OpenAPI 3.0 that is no JSON Schema. Source: `Schema`, `Type` of `@google/genai`. */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import { asArray, asObject } from '../json.ts';

const asItIs = [
  ...['default', 'description', 'enum', 'example', 'format', 'maximum', 'minimum', 'nullable', 'pattern'],
  ...['propertyOrdering', 'required', 'title'],
];
/** Counts are text there, as 64-bit integers are in proto JSON. */
const counts = ['maxItems', 'maxLength', 'maxProperties', 'minItems', 'minLength', 'minProperties'];

/** What it says as JSON Schema. What such a schema has no member for, the API does not know: it is not said. */
export function jsonSchemaOf(schema: JsonObject): JsonObject {
  const members = Object.entries(schema).flatMap(([name, value]) => {
    const said = memberOf(name, value);
    return said === undefined ? [] : [[name, said] as const];
  });
  return Object.fromEntries(members);
}

function memberOf(name: string, value: Json): Json | undefined {
  const inner = (each: Json) => jsonSchemaOf(asObject(each) ?? {});
  if (asItIs.includes(name)) return value;
  if (counts.includes(name)) return Number(value);
  switch (name) {
    case 'type':
      return typeof value === 'string' ? value.toLowerCase() : undefined;
    case 'items':
      return inner(value);
    case 'anyOf':
      return asArray(value)?.map(inner);
    case 'properties':
      return Object.fromEntries(Object.entries(asObject(value) ?? {}).map(([key, each]) => [key, inner(each)]));
    default:
      return undefined;
  }
}
