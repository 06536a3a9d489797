/** Parameters of functions: a flat list of names and types, where other APIs have a JSON Schema. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import { InvalidToolError } from '../../../spec/contract/index.ts';
import { objects, text } from '../shared/json.ts';

/** Source: `ParameterType` of the SDK. */
const types = ['string', 'number', 'integer', 'boolean', 'array'];

/** What a schema of an object may say here. That there are no other arguments is how the API understands the list. */
const sayable = new Set(['type', 'properties', 'required', 'additionalProperties']);

/**
 * The parameters of a function as the API writes them: `{ <name>: { type, description?, required } }`.
 *
 * @throws {InvalidToolError} the schema says more than the API can; the error names the member.
 */
export function parametersToWire(tool: string, schema: JsonObject): JsonObject {
  const refuse = (member: string, why = 'Amazon Bedrock Agents has no member for it') => {
    throw new InvalidToolError(
      tool,
      `${why}: "parameters.${member}". Parameters have a name, a type of ${types.join(', ')}, a description, and are required or not; a tool of type "openapi" can say more.`,
    );
  };
  if (schema.type !== undefined && schema.type !== 'object') refuse('type', 'the parameters must be an object');
  for (const member of Object.keys(schema)) if (!sayable.has(member)) refuse(member);
  const { additionalProperties = false, properties = {}, required = [] } = schema;
  if (additionalProperties !== false) refuse('additionalProperties', 'other arguments cannot be allowed');
  if (!isJsonObject(properties)) refuse('properties', 'it must be an object');
  const names = Array.isArray(required) ? required : [];
  const declared = isJsonObject(properties) ? properties : {};
  for (const name of names) {
    if (typeof name !== 'string' || !(name in declared)) refuse('required', 'it names what is no property');
  }
  return Object.fromEntries(
    Object.entries(declared).map(([name, property]) => [
      name,
      { ...parameterToWire(name, property, refuse), required: names.includes(name) },
    ]),
  );
}

function parameterToWire(name: string, property: Json, refuse: (member: string, why?: string) => void): JsonObject {
  const members = isJsonObject(property) ? property : {};
  for (const member of Object.keys(members)) {
    if (member !== 'type' && member !== 'description') refuse(`properties.${name}.${member}`);
  }
  if (!types.some((type) => type === members.type)) {
    refuse(`properties.${name}.type`, `there is no type ${JSON.stringify(members.type ?? null)}`);
  }
  return members;
}

/**
 * Arguments as the contract has them. On the wire every value is a text, whatever its type says; a text that is not of its type
 * stays as it is.
 *
 * @param list `[{ name, type, value }]`
 */
export function argumentsOf(list: Json | undefined): JsonObject {
  return Object.fromEntries(
    objects(list).map(({ name, type, value }) => [text(name) ?? '', converted(value ?? '', type)]),
  );
}

/** Types whose values are JSON, with what tells that a value is one. */
const isOfType = new Map<Json | undefined, (value: Json) => boolean>([
  ['number', (value) => typeof value === 'number'],
  ['integer', (value) => Number.isInteger(value)],
  ['boolean', (value) => typeof value === 'boolean'],
  ['array', Array.isArray],
  ['object', isJsonObject],
]);

function converted(value: Json, type: Json | undefined): Json {
  if (typeof value !== 'string') return value;
  try {
    const parsed = JSON.parse(value) as Json;
    return isOfType.get(type)?.(parsed) ? parsed : value;
  } catch {
    return value;
  }
}
