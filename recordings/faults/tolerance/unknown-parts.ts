/** Parts of answers that nobody knew: content blocks, output items, annotations, calls of a kind that comes later. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import type { HttpResponse } from '../../format/exchange.ts';
import { lengthOf, partsOf, withParts } from '../answer.ts';
import type { Fault, FaultsOf } from '../fault.ts';
import { unknownBlocksIn } from './blocks.ts';
import { news, newsInCamelCase, newWords } from './news.ts';

/** Whether things of several kinds may stand in a list of this name and these elements. */
type IsMixed = (name: string, elements: readonly JsonObject[]) => boolean;

/** Each thing says its kind in a member `type`. */
const typed: IsMixed = (_, elements) => elements.every(({ type }) => typeof type === 'string');

/** Each thing has one member, named after what it is. */
const named =
  (...names: readonly string[]): IsMixed =>
  (name) =>
    names.includes(name);

/** Types of Mistral's entries have a dot, those of what is within them have none. */
const ofType = (name: string): JsonObject => ({
  type: name === 'outputs' ? 'added.later' : news,
  [news]: { words: newWords },
});

const ofItsName = (): JsonObject => ({ [newsInCamelCase]: { words: newWords } });

/**
 * By provider API: which lists hold things of several kinds, and what a new one looks like. Bedrock's agents have none: each of their
 * events holds one thing. Source: the SDKs' types; Google's `Part`, `GroundingChunk`; AWS's `ContentBlock`.
 */
const lists: Readonly<Record<string, { readonly isMixed: IsMixed; readonly further: (name: string) => JsonObject }>> = {
  ...Object.fromEntries(
    [
      'openai-responses',
      'openai-chat',
      'openai-assistants',
      'azure-foundry-v2',
      'azure-foundry-agents',
      'anthropic',
      'mistral',
      'mistral-chat',
    ].map((api) => [api, { isMixed: typed, further: ofType }]),
  ),
  google: { isMixed: named('parts', 'groundingChunks'), further: ofItsName },
  'bedrock-converse': { isMixed: named('content'), further: ofItsName },
};

export const apisWithKindsOfParts: readonly string[] = Object.keys(lists);

/**
 * What is left as it is: what the application has to answer, for of a kind that it does not know it cannot (`required_action` of a run);
 * and pieces, which list what is new and not what there is.
 */
const left: ReadonlySet<string> = new Set(['submit_tool_outputs', 'submit_tool_approval', 'delta']);

/** A further part at the end of whatever lists parts of several kinds; blocks of a stream are told by events of their own. */
export const unknownPartsIn: FaultsOf = (response, operation, providerApi = '') => [
  ...listed(response, operation, providerApi),
  ...(lengthOf(response) === undefined ? [] : unknownBlocksIn(response, operation, providerApi)),
];

function listed(response: HttpResponse, operation: string, providerApi: string): Fault[] {
  const { isMixed, further } = lists[providerApi] ?? {};
  if (!isMixed || !further) return [];
  const kinds = new Set<string>();
  const withMore = (json: Json, name = ''): Json => {
    if (left.has(name)) return json;
    if (isJsonObject(json)) {
      return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, withMore(value, key)]));
    }
    if (!Array.isArray(json)) return json;
    const elements = (json as readonly Json[]).map((each) => withMore(each));
    const objects = elements.filter(isJsonObject);
    if (objects.length === 0 || objects.length < elements.length || !isMixed(name, objects)) return elements;
    kinds.add(`${name}[]`);
    return [...elements, further(name)];
  };
  const parts = new Map(partsOf(response).map(({ at, json }) => [at, withMore(json)]));
  if (kinds.size === 0) return [];
  return [
    {
      covers: [...kinds].map((kind) => `${operation} unknown part beside ${kind}`),
      what: `every list of the answer to ${operation} has a part of a kind that is unknown`,
      asRecorded: true,
      arrives: () => withParts(response, parts),
    },
  ];
}
