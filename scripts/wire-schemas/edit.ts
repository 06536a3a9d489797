/** Small changes to definitions, for sources whose SDK says more or less than the wire. */
import { isJsonObject, type Json, type JsonObject } from '../../files/canonical-json.ts';
import type { Definitions } from './source.ts';

/** Members of a definition that the SDK adds, and the wire does not have in the body: `output_text`, parameters of the path. */
export function withoutMembers(definitions: Definitions, name: string, members: readonly string[]): Definitions {
  const schema = definitions[name];
  const {
    properties = {},
    required = [],
    ...rest
  } = (schema ?? {}) as {
    properties?: JsonObject;
    required?: readonly string[];
  };
  for (const member of members) {
    if (!Object.hasOwn(properties, member)) throw new Error(`${name} has no member "${member}" to leave out`);
  }
  const kept = Object.entries(properties).filter(([key]) => !members.includes(key));
  return {
    ...definitions,
    [name]: {
      ...(rest as JsonObject),
      properties: Object.fromEntries(kept),
      required: required.filter((key) => !members.includes(key)),
    },
  };
}

/** Definitions under other names, with what they say of one another: those of two SDKs in one document. */
export function underPrefix(definitions: Definitions, prefix: string): Definitions {
  const named = (schema: Json): Json => {
    if (Array.isArray(schema)) return schema.map(named);
    if (!isJsonObject(schema)) return schema;
    return Object.fromEntries(
      Object.entries(schema).map(([key, value]) =>
        key === '$ref' && typeof value === 'string'
          ? [key, value.replace('#/$defs/', `#/$defs/${prefix}`)]
          : [key, named(value)],
      ),
    );
  };
  return Object.fromEntries(
    Object.entries(definitions).map(([name, schema]) => [`${prefix}${name}`, named(schema) as JsonObject]),
  );
}

/** A definition with more members, none of which has to be there. */
export function withMembers(definitions: Definitions, name: string, members: JsonObject): Definitions {
  const schema = definitions[name];
  if (schema?.type !== 'object') throw new Error(`${name} is no object to give members to`);
  return { ...definitions, [name]: { ...schema, properties: { ...(schema.properties as JsonObject), ...members } } };
}

/** A union with more branches. */
export function withBranches(definitions: Definitions, name: string, branches: readonly JsonObject[]): Definitions {
  const { anyOf, ...rest } = definitions[name] ?? {};
  if (!Array.isArray(anyOf)) throw new Error(`${name} is no union to give branches to`);
  return { ...definitions, [name]: { ...rest, anyOf: [...anyOf, ...branches] } };
}
