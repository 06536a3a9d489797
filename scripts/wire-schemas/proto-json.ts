/** What a service that is made of Protocol Buffers reads and writes as JSON. Source: protobuf.dev, "ProtoJSON format". */
import { isJsonObject, type Json, type JsonObject } from '../../files/canonical-json.ts';
import type { Definitions } from './source.ts';

/**
 * Definitions with every enumeration as a number too: answers have them so where the request asks for
 * `enum-encoding=int`, and requests may.
 */
export function withEnumNumbers(definitions: Definitions): Definitions {
  return eachOf(definitions, (schema) =>
    Array.isArray(schema.enum) ? { anyOf: [schema, { type: 'integer' }] } : schema,
  );
}

/**
 * Definitions as wide as a request may be, each under a name that begins with `prefix`: members by their names in the
 * service's own files (`function_call`) as well, null for what is not set, names of enumerations in lower case, and numbers of
 * 64 bits as numbers or as text.
 */
export function asSent(definitions: Definitions, prefix: string): Definitions {
  const named = Object.entries(definitions).map(
    ([name, schema]) => [`${prefix}${name}`, accepting(schema, prefix)] as const,
  );
  return Object.fromEntries(named);
}

function accepting<T extends Json>(schema: T, prefix: string): T {
  if (Array.isArray(schema)) return schema.map((each: Json) => accepting(each, prefix)) as unknown as T;
  if (!isJsonObject(schema)) return schema;
  const members = Object.entries(schema).map(([key, value]): [string, Json] => {
    if (key === '$ref') return [key, `#/$defs/${prefix}${String(value).slice('#/$defs/'.length)}`];
    if (key === 'enum') return [key, inEitherCase(value)];
    if (key === 'properties' && isJsonObject(value)) return [key, inEitherName(value, prefix)];
    return [key, key === 'required' ? value : accepting(value, prefix)];
  });
  return Object.fromEntries(members) as T;
}

function inEitherCase(values: Json): Json {
  const all = Array.isArray(values) ? values : [];
  return [...new Set([...all, ...all.map((value) => (typeof value === 'string' ? value.toLowerCase() : value))])];
}

function inEitherName(properties: JsonObject, prefix: string): JsonObject {
  const members = Object.entries(properties).flatMap(([name, schema]) => {
    const wide = orNull(accepting(isLong(name, schema) ? { anyOf: [schema, { type: 'integer' }] } : schema, prefix));
    return [...new Set([name, snakeCase(name)])].map((each) => [each, wide] as const);
  });
  return Object.fromEntries(members);
}

/** A schema without any word takes null as it is. */
const orNull = (schema: Json): Json =>
  isJsonObject(schema) && Object.keys(schema).length > 0 ? { anyOf: [schema, { type: 'null' }] } : schema;

/** Numbers that the SDK says are text, for they may be longer than JavaScript's. */
const isLong = (name: string, schema: Json): boolean =>
  /^(min|max)(Items|Length|Properties)$/.test(name) && isJsonObject(schema) && schema.type === 'string';

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const eachOf = (definitions: Definitions, change: (schema: JsonObject) => JsonObject): Definitions =>
  Object.fromEntries(Object.entries(definitions).map(([name, schema]) => [name, change(schema)]));
