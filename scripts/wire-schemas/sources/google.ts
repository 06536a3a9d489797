import type { JsonObject } from '../../../files/canonical-json.ts';
import { withoutMembers } from '../edit.ts';
import { definitionsFromTypes } from '../from-types.ts';
import { asSent, withEnumNumbers } from '../proto-json.ts';
import type { Definitions, WireSchemaSource } from '../source.ts';

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
    const sent = asSent({ ...wire, GenerationConfig: generationConfig(wire) }, 'Sent.');
    return {
      ...wire,
      ...sent,
      ...asSent({ GenerateContentRequest: request(wire) }, 'Sent.'),
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
