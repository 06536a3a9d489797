import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import { type Definitions, definitionsFromTypes, type WireSchemaSource, withoutMembers } from '../definitions.ts';

/** What a service that is made of Protocol Buffers reads and writes as JSON. Source: protobuf.dev, "ProtoJSON format". */

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
export function normalizeRequest(definitions: Definitions, prefix: string): Definitions {
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

const sdk = '@google/genai';

/**
 * `generateContent` of the Gemini API and of Vertex AI. The SDK's types are not the wire: a request is spread over the
 * parameters of a method, and put together by the converters of the SDK (`generateContentConfigToMldev`, `…ToVertex`). What
 * these put beside `generationConfig`, and what into it, is said here; the types of the members are the SDK's own. Definitions
 * that begin with `Sent.` are as wide as the API reads them.
 */
export const google: WireSchemaSource = {
  id: 'google',
  title: 'Gemini API and Vertex AI, generateContent',
  packages: [sdk],
  roots: ['Sent.GenerateContentRequest', 'GenerateContentResponse', 'StreamedResponse', 'ErrorBody'],
  read: async () => {
    const types = await definitionsFromTypes({
      package: sdk,
      types: {
        'dist/genai': [
          'GenerateContentResponse',
          'GenerateContentConfig',
          'GenerationConfig',
          'Content',
          'Tool',
          'SafetySetting',
        ],
      },
    });
    // What the SDK sets on a response itself.
    const plain = withoutMembers(types, 'GenerateContentResponse', [
      'sdkHttpResponse',
      'automaticFunctionCallingHistory',
    ]);
    const wire = withEnumNumbers(plain);
    const sent = normalizeRequest({ ...wire, GenerationConfig: generationConfig(wire) }, 'Sent.');
    return {
      ...wire,
      ...sent,
      ...normalizeRequest({ GenerateContentRequest: request(wire) }, 'Sent.'),
      RpcError: closed({ error: status }, ['error']),
      // Where a stream was asked for, a refusal is a list.
      ErrorBody: { anyOf: [reference('RpcError'), listOf('RpcError')] },
      StreamedResponse: orError(wire.GenerateContentResponse),
    };
  },
};

/** A piece of a stream, which may tell an error instead. */
function orError(response: JsonObject = {}): JsonObject {
  return { ...response, properties: { ...(response.properties as JsonObject), error: status } };
}

/** Members that the converters put beside `generationConfig`, and whose type is the parameter's. */
const beside = [
  'cachedContent',
  'continuationToken',
  'labels',
  'modelArmorConfig',
  'safetySettings',
  'serviceTier',
  'store',
  'toolConfig',
];

/** Members of `generationConfig` that the SDK's type of it lacks, and its converters put there. */
const within = ['imageConfig'];

function request(types: Definitions): JsonObject {
  return closed(
    {
      // The model is in the path; the API takes it here as well.
      model: { type: 'string' },
      contents: listOf('Content'),
      systemInstruction: reference('Content'),
      tools: listOf('Tool'),
      generationConfig: reference('GenerationConfig'),
      ...picked(types, 'GenerateContentConfig', beside),
    },
    ['contents'],
  );
}

function generationConfig(types: Definitions): JsonObject {
  const { properties = {}, ...rest } = types.GenerationConfig as { properties?: JsonObject };
  return { ...rest, properties: { ...properties, ...picked(types, 'GenerateContentConfig', within) } };
}

function picked(types: Definitions, name: string, members: readonly string[]): JsonObject {
  const { properties = {} } = types[name] as { properties?: JsonObject };
  return Object.fromEntries(
    members.map((member) => {
      const type = properties[member];
      if (type === undefined) throw new Error(`${name} of ${sdk} has no member "${member}"`);
      return [member, type];
    }),
  );
}

const reference = (name: string): JsonObject => ({ $ref: `#/$defs/${name}` });
const listOf = (name: string): JsonObject => ({ type: 'array', items: reference(name) });
const closed = (properties: JsonObject, required: readonly string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** `google.rpc.Status` as these APIs write it. Source: https://google.aip.dev/193; the SDK has no type of it. */
const status = closed(
  {
    code: { type: 'integer' },
    message: { type: 'string' },
    status: { type: 'string' },
    details: { type: 'array', items: { type: 'object' } },
    // Older answers of the Gemini API tell it once more.
    errors: { type: 'array', items: { type: 'object' } },
  },
  ['code', 'message'],
);

/** Interactions: their types are the wire, but for members that the SDK adds, and objects whose members it does not say. */
export const googleInteractions: WireSchemaSource = {
  id: 'google-interactions',
  title: 'Gemini API, Interactions',
  packages: [sdk],
  roots: ['CreateModelInteractionParams', 'Interaction', 'InteractionSSEEvent'],
  read: async () => {
    const namespace = 'Interactions';
    const names = ['InteractionCreateParams.CreateModelInteractionParams', 'Interaction', 'InteractionSSEEvent'];
    const types = await definitionsFromTypes({
      package: sdk,
      keptToItself: true,
      types: { 'dist/genai': names.map((name) => `${namespace}.${name}`) },
    });
    const sent = withoutMembers(types, 'CreateModelInteractionParams', ['api_version']);
    const added = ['continuation_ids', 'output_text', 'output_image', 'output_audio', 'output_video'];
    return eachOf(withoutMembers(sent, 'Interaction', added), (schema) =>
      schema.type === 'object' && schema.properties === undefined ? { type: 'object' } : schema,
    );
  },
};
