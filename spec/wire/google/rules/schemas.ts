/**
 * What `parameters` of a function, and other schemas of the older kind, may say: `Schema` is a message of the API, a subset of
 * OpenAPI, and what it has no member for is refused. JSON Schema has members of its own, whose names say so.
 */
import { isJsonObject, type Json, type JsonObject } from '../../../../files/canonical-json.ts';
import { asArray, asObject } from '../../json.ts';
import { type Asked, type Rule, ruleOver } from '../../rules/rule.ts';
import { camelBody, functionsIn, type Placed } from './places.ts';

/** Source: `Schema` of `@google/genai`; names may be written in snake case. */
const members = new Set([
  ...['anyOf', 'default', 'description', 'enum', 'example', 'format', 'items', 'maxItems', 'maxLength'],
  ...['maxProperties', 'maximum', 'minItems', 'minLength', 'minProperties', 'minimum', 'nullable', 'pattern'],
  ...['properties', 'propertyOrdering', 'required', 'title', 'type'],
]);

const subset = {
  title: 'Gemini API: Schema, a select subset of an OpenAPI 3.0 schema object',
  url: 'https://ai.google.dev/api/caching#Schema',
};

export const schemaRules: readonly Rule[] = [
  ruleOver({
    id: 'one-schema',
    what: 'A function has "parameters" or "parametersJsonSchema", and not both; its answer likewise.',
    source: { title: '@google/genai, FunctionDeclaration: mutually exclusive with `parameters`' },
    placesOf: functionsIn,
    wrong: ({ parameters, parametersJsonSchema, response, responseJsonSchema }) =>
      [
        [parameters, parametersJsonSchema],
        [response, responseJsonSchema],
      ].some(([older, newer]) => older !== undefined && newer !== undefined)
        ? 'the schema is said in both ways'
        : undefined,
  }),
  ruleOver({
    id: 'schema-members',
    what: 'Schemas of the older kind have no member but those of the API’s "Schema", at any depth.',
    source: {
      title: 'Invalid JSON payload received. Unknown name "additionalProperties": Cannot find field',
      url: 'https://github.com/zed-industries/zed/issues/44875',
    },
    placesOf: schemasIn,
    wrong: (schema) => {
      const unknown = Object.keys(schema).filter((name) => !members.has(camel(name)));
      return unknown.length === 0 ? undefined : `"Schema" has no member ${unknown.map((n) => `"${n}"`).join(', ')}`;
    },
  }),
  ruleOver({
    id: 'schema-types',
    what: 'Schemas of the older kind have one type, which is no list; null is said by "nullable".',
    source: {
      title: 'Proto field is not repeating, cannot start list',
      url: 'https://github.com/zed-industries/zed/issues/53919',
    },
    placesOf: (asked) =>
      schemasIn(asked)
        .filter(({ value }) => value.type !== undefined)
        .map(({ path, value }) => ({ path: `${path}.type`, value: value.type })),
    wrong: (type) =>
      Array.isArray(type) || isJsonObject(type) ? 'the type is not one, and the service takes no list' : undefined,
  }),
  ruleOver({
    id: 'schema-required',
    what: 'Schemas of the older kind require only properties that they define.',
    source: {
      title: 'parameters.required: property is not defined',
      url: 'https://github.com/probelabs/probe/issues/569',
    },
    placesOf: (asked) => schemasIn(asked).filter(({ value }) => asArray(value.required)),
    wrong: ({ required, properties }) => {
      const defined = asObject(properties) ?? {};
      const missing = (asArray(required) ?? []).filter((name) => !Object.hasOwn(defined, String(name)));
      return missing.length === 0 ? undefined : `${missing.join(', ')} is required and not defined`;
    },
  }),
  ruleOver({
    id: 'schema-enums',
    what: 'Values of an "enum" of the older kind are texts.',
    source: subset,
    placesOf: (asked) =>
      schemasIn(asked)
        .filter(({ value }) => asArray(value.enum))
        .map(({ path, value }) => ({ path: `${path}.enum`, value: asArray(value.enum) ?? [] })),
    wrong: (values) =>
      values.every((value) => typeof value === 'string') ? undefined : 'a value of the enum is no text',
  }),
];

const camel = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Every schema of the older kind, and every schema within one. */
function schemasIn(asked: Asked): Placed[] {
  const config = asObject(camelBody(asked).generationConfig) ?? {};
  const roots: { path: string; value: Json | undefined }[] = [
    ...functionsIn(asked).flatMap(({ path, value: { parameters, response } }) => [
      { path: `${path}.parameters`, value: parameters },
      { path: `${path}.response`, value: response },
    ]),
    { path: 'body.generationConfig.responseSchema', value: config.responseSchema },
  ];
  return roots.flatMap(({ path, value }) => (isJsonObject(value) ? withInner(value, path) : []));
}

function withInner(schema: JsonObject, path: string): Placed[] {
  const inner: [path: string, schema: Json | undefined][] = [
    ...Object.entries(asObject(schema.properties) ?? {}).map(([name, value]): [string, Json] => [
      `${path}.properties.${name}`,
      value,
    ]),
    [`${path}.items`, schema.items],
    ...['anyOf', 'any_of'].flatMap((name) =>
      (asArray(schema[name]) ?? []).map((value, i): [string, Json] => [`${path}.${name}[${i}]`, value]),
    ),
  ];
  return [
    { path, value: schema },
    ...inner.flatMap(([at, value]) => (isJsonObject(value) ? withInner(value, at) : [])),
  ];
}
