/** What one part of a content must look like. */
import type { JsonObject } from '../../../../files/canonical-json.ts';
import { asArray, asObject } from '../../json.ts';
import { type Rule, ruleOver } from '../../rules/rule.ts';
import { camelBody, isVertex, objectsIn, partsIn } from './places.ts';

/** The members of which a part has one. Source: `Part` of `@google/genai`; there is one more for each kind to come. */
const dataMembers = [
  ...['text', 'inlineData', 'fileData', 'functionCall', 'functionResponse', 'executableCode', 'codeExecutionResult'],
  ...['toolCall', 'toolResponse'],
];

export const partRules: readonly Rule[] = [
  ruleOver({
    id: 'parts-are-one-thing',
    what: 'A part has one member that says something, and no more than one.',
    source: {
      title: 'required oneof field "data" must have one initialized field',
      url: 'https://github.com/genkit-ai/genkit/issues/3816',
    },
    placesOf: (asked) => [
      ...partsIn(asked),
      ...objectsIn(asObject(camelBody(asked).systemInstruction)?.parts, 'body.systemInstruction.parts'),
    ],
    wrong: (part) => {
      const said = dataMembers.filter((name) => (part[name] ?? null) !== null);
      if (said.length > 1) return `one part is ${said.join(' and ')} at once`;
      return said.length === 1 || hasOtherMember(part) ? undefined : 'the part says nothing';
    },
  }),
  ruleOver({
    id: 'bytes-are-base64',
    what: 'Bytes and signatures are base64, and nothing stands around it.',
    source: {
      title: 'Invalid value (TYPE_BYTES), Base64 decoding failed',
      url: 'https://github.com/google-gemini/gemini-cli/issues/8003',
    },
    placesOf: (asked) => partsIn(asked).flatMap(({ path, value }) => bytesIn(value, path)),
    wrong: (bytes) =>
      typeof bytes === 'string' && /^[A-Za-z0-9+/_-]*={0,2}$/.test(bytes) ? undefined : 'this is no base64',
  }),
  ruleOver({
    id: 'arguments-and-answers-are-objects',
    what: 'Arguments of a call, and the answer to one, are objects.',
    source: {
      title: 'GenerateContentRequest: FunctionCall.args and FunctionResponse.response are google.protobuf.Struct',
      url: 'https://ai.google.dev/api/caching#FunctionResponse',
    },
    placesOf: (asked) =>
      partsIn(asked).flatMap(({ path, value: { functionCall, functionResponse } }) => [
        ...(asObject(functionCall)?.args === undefined
          ? []
          : [{ path: `${path}.functionCall.args`, value: asObject(functionCall)?.args }]),
        ...(asObject(functionResponse)
          ? [{ path: `${path}.functionResponse.response`, value: asObject(functionResponse)?.response }]
          : []),
      ]),
    wrong: (value) => (asObject(value) ? undefined : 'this is no JSON object'),
  }),
  ruleOver({
    id: 'text-on-vertex',
    what: 'On Vertex AI a part that is a text has some.',
    source: {
      title: 'Unable to submit request because it has an empty text parameter',
      url: 'https://github.com/Portkey-AI/gateway/issues/462',
    },
    placesOf: (asked) =>
      isVertex(asked.exchange)
        ? partsIn(asked).filter(({ value }) => typeof value.text === 'string' && value.thoughtSignature === undefined)
        : [],
    wrong: ({ text }) => (text === '' ? 'the text is empty' : undefined),
  }),
];

const besideData = new Set([
  ...['thought', 'thoughtSignature', 'videoMetadata', 'mediaResolution', 'mediaProcessing', 'partMetadata'],
  'speechMetadata',
]);

/** A kind of part that is younger than this list. */
const hasOtherMember = (part: JsonObject): boolean =>
  Object.keys(part).some((name) => !besideData.has(name) && !dataMembers.includes(name));

function bytesIn({ inlineData, thoughtSignature, functionResponse }: JsonObject, path: string) {
  const media = [
    { path: `${path}.inlineData.data`, value: asObject(inlineData)?.data },
    ...(asArray(asObject(functionResponse)?.parts) ?? []).map((part, i) => ({
      path: `${path}.functionResponse.parts[${i}].inlineData.data`,
      value: asObject(asObject(part)?.inlineData)?.data,
    })),
    { path: `${path}.thoughtSignature`, value: thoughtSignature },
  ];
  return media.filter(({ value }) => value !== undefined);
}
