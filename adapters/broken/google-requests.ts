import { isJsonObject, type JsonObject } from '../../files/canonical-json.ts';
import { type BrokenAdapter, withDefects } from './break.ts';
import {
  atEveryDepth,
  both,
  inOlderSchemas,
  inSentContents,
  inSentParts,
  nullable,
  objects,
  over,
  without,
} from './google-bodies.ts';
import { inSentBody } from './on-the-wire.ts';

/** Defects of adapters of the Gemini API in what they send: declarations, and the conversation so far. */
export const brokenInGoogleRequests: readonly BrokenAdapter[] = [
  {
    id: 'strips-the-top-of-a-schema',
    over,
    modelledOn: ['B173'],
    caughtBy: 'requests-acceptable',
    defect: 'Members that the dialect of schemas lacks are taken out at the top, and stay below it.',
    shows: both('nested-schema'),
    onTheWire: inOlderSchemas((schema) => without(atEveryDepth(schema, nullable), 'additionalProperties', '$schema')),
  },
  {
    id: 'sends-lists-of-types',
    over,
    modelledOn: ['B175'],
    caughtBy: 'requests-acceptable',
    defect: 'A type that may be null goes out as a list of types, which the dialect of schemas lacks.',
    shows: both('nested-schema'),
    onTheWire: inOlderSchemas((schema) => atEveryDepth(schema, (each) => without(each, 'additionalProperties'))),
  },
  {
    id: 'requires-what-it-left-out',
    over,
    modelledOn: ['B176'],
    caughtBy: 'requests-acceptable',
    defect: 'Properties that the dialect of schemas cannot say are left out, and stay in the list of required ones.',
    shows: both('nested-schema'),
    onTheWire: inOlderSchemas((schema) =>
      without(atEveryDepth({ ...schema, properties: sayable(schema.properties) }, nullable), 'additionalProperties'),
    ),
  },
  {
    id: 'searches-instead-of-calling',
    over,
    modelledOn: ['B181'],
    caughtBy: 'tools-on-the-wire',
    defect: 'With a search declared, the functions are left out in silence.',
    shows: both('search-then-call'),
    breakIt: withDefects({
      request: (messages, options) => {
        const { tools = [] } = options;
        const searches = tools.some(({ type }) => type === 'web-search');
        return [messages, searches ? { ...options, tools: tools.filter(({ type }) => type !== 'function') } : options];
      },
    }),
  },
  {
    id: 'mixes-tools-without-saying-so',
    over,
    modelledOn: ['B182'],
    caughtBy: 'requests-acceptable',
    defect: 'Functions and a search go out together, without the member that allows it.',
    shows: both('search-then-call'),
    onTheWire: inSentBody(({ toolConfig: _, ...body }) => body),
  },
  {
    id: 'stores-calls-without-their-signature',
    over,
    modelledOn: ['B160'],
    caughtBy: 'opaque-state-returned',
    defect: 'The signature of a call is not kept with it, and does not go back.',
    shows: both('signed-calls'),
    onTheWire: inSentParts((part) => [part.functionCall ? without(part, 'thoughtSignature') : part]),
  },
  {
    id: 'keeps-calls-as-another-api-does',
    over,
    modelledOn: ['B161'],
    caughtBy: 'requests-acceptable',
    defect:
      'Calls are kept in the form of another API, which has an id, a name and arguments, and nothing beside them.',
    shows: both('nested-schema'),
    onTheWire: inSentParts(({ functionCall, ...part }) => {
      if (!isJsonObject(functionCall)) return [part];
      const { id, name, args } = functionCall;
      return [{ functionCall: { ...(id === undefined ? {} : { id }), name: name ?? '', args: args ?? {} } }];
    }),
  },
  {
    id: 'signs-within-the-call',
    over,
    caughtBy: 'requests-acceptable',
    defect: 'The signature goes back as a member of the call, and not beside it.',
    shows: both('nested-schema'),
    onTheWire: inSentParts(({ thoughtSignature, ...part }) => {
      const { functionCall } = part;
      if (thoughtSignature === undefined) return [part];
      return isJsonObject(functionCall)
        ? [{ functionCall: { ...functionCall, thoughtSignature } }]
        : [{ ...part, thoughtSignature }];
    }),
  },
  {
    id: 'tells-results-in-words-too',
    over,
    modelledOn: ['B169'],
    caughtBy: 'requests-acceptable',
    defect: 'What a function gave goes out as its response, and once more as a text beside it.',
    shows: both('single-call', 'parallel-calls'),
    onTheWire: inSentParts((part) => {
      const { functionResponse } = part;
      return isJsonObject(functionResponse) ? [part, { text: JSON.stringify(functionResponse.response) }] : [part];
    }),
  },
  {
    id: 'answers-as-a-tool',
    over,
    caughtBy: 'requests-acceptable',
    defect: 'Results of functions go out under the role "tool", which this API lacks.',
    shows: both('single-call', 'function-fails'),
    onTheWire: inSentContents((content) => [
      objects(content.parts).some((part) => part.functionResponse) ? { ...content, role: 'tool' } : content,
    ]),
  },
  {
    id: 'names-the-id-for-the-function',
    over,
    caughtBy: 'requests-acceptable',
    defect: 'The response to a call is named after the id of the call, and not after its function.',
    shows: both('nested-schema', 'single-call'),
    onTheWire: inSentParts((part) => {
      const { functionResponse } = part;
      if (!isJsonObject(functionResponse)) return [part];
      return [{ ...part, functionResponse: { ...functionResponse, name: functionResponse.id ?? '' } }];
    }),
  },
  {
    id: 'leaves-wordless-turns-out',
    over,
    modelledOn: ['B185'],
    caughtBy: 'requests-acceptable',
    defect: 'A turn of the model without text is left out of the conversation, its calls with it.',
    shows: both('single-call', 'nested-schema'),
    onTheWire: inSentContents((content) =>
      content.role === 'model' && objects(content.parts).every((part) => !part.text) ? [] : [content],
    ),
  },
  {
    id: 'sends-screens-as-data-urls',
    over,
    caughtBy: 'requests-acceptable',
    defect: 'What the screen shows goes out as a data URL where the API wants bytes.',
    shows: both('look-and-click'),
    onTheWire: inSentParts((part) => {
      const { functionResponse } = part;
      if (!isJsonObject(functionResponse) || !functionResponse.parts) return [part];
      return [{ functionResponse: { ...functionResponse, parts: objects(functionResponse.parts).map(asDataUrl) } }];
    }),
  },
  {
    id: 'puts-its-own-ids-beside-calls',
    over,
    caughtBy: 'requests-fit-schema',
    defect: 'The id by which the adapter itself knows a call goes out as a member of the part.',
    shows: both('single-call', 'signed-calls'),
    onTheWire: inSentParts((part) => [part.functionCall ? { ...part, id: 'part-1' } : part]),
  },
  {
    id: 'says-the-mode-flat',
    over,
    caughtBy: 'requests-fit-schema',
    defect: 'That a function must be called stands in "toolConfig" itself, and not in the member for it.',
    shows: both('choice-required'),
    onTheWire: inSentBody((body) => {
      const { toolConfig } = body;
      return isJsonObject(toolConfig) ? { ...body, toolConfig: toolConfig.functionCallingConfig ?? {} } : body;
    }),
  },
  {
    id: 'marks-citations-in-what-was-said',
    over,
    caughtBy: 'history-on-the-wire',
    defect: 'Marks of citations are put into the text for people to read, and go back to the model.',
    shows: both('cited-answer'),
    onTheWire: inSentParts((part, role) => [
      role === 'model' && typeof part.text === 'string' ? { ...part, text: `${part.text} [1]` } : part,
    ]),
  },
];

/** Properties without those that hold, at any depth, what the dialect lacks. */
function sayable(properties: JsonObject[string] | undefined): JsonObject {
  const all = isJsonObject(properties) ? Object.entries(properties) : [];
  return Object.fromEntries(all.filter(([, schema]) => !JSON.stringify(schema).includes('additionalProperties')));
}

function asDataUrl(part: JsonObject): JsonObject {
  const { inlineData } = part;
  if (!isJsonObject(inlineData)) return part;
  return { inlineData: { ...inlineData, data: `data:${inlineData.mimeType};base64,${inlineData.data}` } };
}
