import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import { asArray, asObject } from '../json.ts';
import type { Source } from '../source.ts';
import type { Asked, Breach, Rule } from './rule.ts';

/** A function that is declared strict, and where. */
export interface StrictFunction {
  /** Place of its schema, whether there is one or not. */
  readonly path: string;
  readonly parameters: Json | undefined;
}

/** Functions that are declared strict have a schema of OpenAI's strict kind: nothing besides, and nothing left out. */
export const strictSchemas = ({
  source,
  strictIn,
}: {
  readonly source: Source;
  readonly strictIn: (asked: Asked) => readonly StrictFunction[];
}): Rule => ({
  id: 'strict-schemas',
  what: 'Every object in the schema of a strict function has "additionalProperties": false, and names all its properties in "required".',
  source,
  judge: (asked) => {
    const functions = strictIn(asked);
    const breaches = functions.flatMap(({ path, parameters }): Breach[] =>
      isJsonObject(parameters)
        ? breachesIn(parameters, path)
        : [{ path, message: 'a function is declared strict, and its parameters are missing' }],
    );
    return { compared: functions.length, breaches };
  },
});

function breachesIn(schema: JsonObject, path: string): Breach[] {
  const properties = asObject(schema.properties);
  const isObject = properties !== undefined || schema.type === 'object' || asArray(schema.type)?.includes('object');
  const required = asArray(schema.required) ?? [];
  const missing = Object.keys(properties ?? {}).filter((name) => !required.includes(name));
  const own: Breach[] = [];
  if (isObject && schema.additionalProperties !== false) {
    own.push({
      path: `${path}.additionalProperties`,
      message: 'an object of a strict schema may have other properties',
    });
  }
  if (missing.length > 0) {
    const message = `of a strict schema's properties these are not required: ${missing.join(', ')}`;
    own.push({ path: `${path}.required`, value: required, message });
  }
  return [...own, ...schemasIn(schema, path).flatMap((inner) => breachesIn(inner.schema, inner.path))];
}

/** Schemas within a schema: of properties, items, alternatives and definitions. */
function schemasIn(schema: JsonObject, path: string): { schema: JsonObject; path: string }[] {
  const named = ['properties', '$defs', 'definitions'].flatMap((member) =>
    Object.entries(asObject(schema[member]) ?? {}).map(([name, value]) => ({ value, at: `${path}.${member}.${name}` })),
  );
  const listed = (asArray(schema.anyOf) ?? []).map((value, i) => ({ value, at: `${path}.anyOf[${i}]` }));
  const items = [{ value: schema.items ?? null, at: `${path}.items` }];
  return [...named, ...listed, ...items].flatMap(({ value, at }) =>
    isJsonObject(value) ? [{ schema: value, path: at }] : [],
  );
}
