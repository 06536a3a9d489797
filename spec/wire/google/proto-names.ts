/** Names of members as this API may be told them. Source: Protocol Buffers, "ProtoJSON format", field names. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';

/** Members that hold what is the application's or the model's own; nothing inside them is renamed. */
const opaque = new Set([
  ...['args', 'response', 'parameters', 'parametersJsonSchema', 'responseJsonSchema', 'responseSchema'],
  ...['headers', 'labels', 'partMetadata'],
]);

/** The same with every name as the API itself writes it: `function_call`, which it takes as well, as `functionCall`. */
export function inCamelCase(value: JsonObject): JsonObject;
export function inCamelCase(value: Json): Json;
export function inCamelCase(value: Json): Json {
  if (Array.isArray(value)) return value.map((element: Json) => inCamelCase(element));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const camel = name.replaceAll(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
      return [camel, opaque.has(camel) ? member : inCamelCase(member)];
    }),
  );
}
