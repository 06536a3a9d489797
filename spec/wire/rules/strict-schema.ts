import { isJsonObject, type Json, type JsonObject, jsonEquals } from '../../../files/canonical-json.ts';
import type { Source } from '../source.ts';
import type { Asked, Breach, Rule } from './rule.ts';

/** A schema that a request wants held to the letter. */
export interface StrictSchema {
  readonly path: string;
  readonly schema: Json;
}

/** What a strict schema must say of every object at every depth: that all members are there, and no other. */
export const strictSchemas = ({
  source,
  strictIn,
}: {
  readonly source: Source;
  readonly strictIn: (asked: Asked) => readonly StrictSchema[];
}): Rule => ({
  id: 'strict-schemas',
  what: 'A strict schema forbids other members and requires all of its own, at every depth.',
  source,
  judge: (asked) => {
    const all = strictIn(asked);
    return { compared: all.length, breaches: all.flatMap(({ path, schema }) => breachesIn(schema, path)) };
  },
});

function breachesIn(schema: Json, path: string): Breach[] {
  const found: Breach[] = [];
  const open = [{ schema, path }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isJsonObject(next.schema)) continue;
    found.push(...objectBreaches(next.schema, next.path));
    open.push(...below(next.schema, next.path));
  }
  return found;
}

function objectBreaches(schema: JsonObject, path: string): Breach[] {
  const { type, properties, required, additionalProperties } = schema;
  const isObject = type === 'object' || (Array.isArray(type) && type.includes('object')) || isJsonObject(properties);
  if (!isObject) return [];
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  const missing = names.filter((name) => !Array.isArray(required) || !required.includes(name));
  return [
    ...(jsonEquals(additionalProperties ?? null, false)
      ? []
      : [
          {
            path: `${path}.additionalProperties`,
            value: additionalProperties ?? null,
            message: 'the schema is strict, and this object does not say "additionalProperties": false',
          },
        ]),
    ...(missing.length === 0
      ? []
      : [
          {
            path: `${path}.required`,
            value: required ?? null,
            message: `the schema is strict, and "required" lacks ${missing.map((name) => JSON.stringify(name)).join(', ')}`,
          },
        ]),
  ];
}

const named = ['properties', '$defs', 'definitions'];
const listed = ['anyOf', 'allOf', 'oneOf', 'prefixItems'];

function below(schema: JsonObject, path: string): { schema: Json; path: string }[] {
  return Object.entries(schema).flatMap(([member, value]) => {
    const at = `${path}.${member}`;
    if (named.includes(member) && isJsonObject(value)) {
      return Object.entries(value).map(([name, one]) => ({ schema: one, path: `${at}.${name}` }));
    }
    if (listed.includes(member) && Array.isArray(value)) {
      return value.map((one, i) => ({ schema: one, path: `${at}[${i}]` }));
    }
    return member === 'items' ? [{ schema: value, path: at }] : [];
  });
}
