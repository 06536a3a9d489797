/** Parts of answers that nobody knew: content blocks, output items, annotations, calls of a kind that comes later. */
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import type { HttpResponse } from '../../format/exchange.ts';
import type { Fault, FaultsOf } from '../fault.ts';
import {
  event,
  eventFrame,
  kindOf,
  lengthOf,
  type Part,
  type Piece,
  partsOf,
  placesOf,
  withParts,
} from '../response-parts.ts';
import {
  insertions,
  membersOf,
  news,
  newsInCamelCase,
  newWords,
  numbered,
  numbers,
  putIn,
  shifted,
  thingsIn,
  withItems,
} from './insertions.ts';

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

// Blocks of a stream that nobody knew, with the events that tell of them.

/** How the streams of a provider API tell of a block that is unknown. */
interface Blocks {
  readonly told: (index: number) => readonly Piece[];
  /** A piece of a kind that nobody knew, of the block that an event tells a piece of. */
  readonly delta?: (json: JsonObject, part: Part) => readonly Piece[];
}

const unknown: JsonObject = { type: news, [news]: newWords };
const item: JsonObject = { ...unknown, id: 'later_1' };

/** Source: `RawMessageStreamEvent` of `@anthropic-ai/sdk`. */
const ofAnthropic: Blocks = {
  told: (index) => [
    event({ type: 'content_block_start', index, content_block: unknown }, 'content_block_start'),
    event({ type: 'content_block_delta', index, delta: { ...unknown, type: `${news}_delta` } }, 'content_block_delta'),
    event({ type: 'content_block_stop', index }, 'content_block_stop'),
  ],
  delta: (json) =>
    json.type === 'content_block_delta'
      ? [event({ ...json, delta: { ...unknown, type: `${news}_delta` } }, 'content_block_delta')]
      : [],
};

/** Source: `ResponseOutputItemAddedEvent`, `ResponseOutputItemDoneEvent` of `openai`. */
const ofResponses: Blocks = {
  told: (output_index) =>
    ['response.output_item.added', 'response.output_item.done'].map((type) =>
      event({ type, output_index, sequence_number: 0, item }, type),
    ),
};

/** Source: `ConverseStreamOutput` of `@aws-sdk/client-bedrock-runtime`. */
const ofConverse: Blocks = {
  told: (contentBlockIndex) => [
    eventFrame('contentBlockStart', { contentBlockIndex, start: { [newsInCamelCase]: {} } }),
    eventFrame('contentBlockDelta', { contentBlockIndex, delta: { [newsInCamelCase]: newWords } }),
    eventFrame('contentBlockStop', { contentBlockIndex }),
  ],
  delta: (json, part) =>
    kindOf(part) === 'contentBlockDelta'
      ? [eventFrame('contentBlockDelta', { ...json, delta: { [newsInCamelCase]: newWords } })]
      : [],
};

const blocks: Readonly<Record<string, Blocks>> = {
  anthropic: ofAnthropic,
  'openai-responses': ofResponses,
  'azure-foundry-v2': ofResponses,
  'bedrock-converse': ofConverse,
};

/** An unknown block before all others and one behind them, and unknown pieces in those that there are. */
function unknownBlocksIn(response: HttpResponse, operation: string, providerApi: string): Fault[] {
  const { told, delta } = blocks[providerApi] ?? {};
  const number = numbers[providerApi];
  const there = number === undefined ? undefined : numbered(response, number);
  if (!told || number === undefined || !there) return [];
  const where = (place: string, arrives: () => HttpResponse): Fault => ({
    covers: [],
    what: `the answer to ${operation} has a block of a kind that is unknown ${place}`,
    asRecorded: true,
    arrives,
  });
  const behind = (stream: HttpResponse): HttpResponse => {
    const { last, next } = numbered(stream, number) ?? there;
    return putIn(
      withItems(stream, (items) => [...items, item]),
      'behind',
      last.at,
      told(next),
    );
  };
  const before = (stream: HttpResponse): HttpResponse => {
    const later = shifted(
      withItems(stream, (items) => [item, ...items]),
      number,
    );
    return putIn(later, 'before', there.first.at, told(0));
  };
  return [
    {
      ...where('before and behind all others', () => behind(before(response))),
      covers: thingsIn(there.parts).map((kind) => `${operation} unknown blocks around ${kind}`),
      details: [`${operation} unknown blocks around ${[...new Set(there.parts.map(kindOf))].join(' ')}`],
      smaller: () => [
        where('behind all others', () => behind(response)),
        where('before all others', () => before(response)),
      ],
    },
    ...(delta
      ? insertions(response, operation, 'a piece of a kind that is unknown', (part) =>
          delta(membersOf(part.json), part),
        )
      : []),
  ];
}

// Events that nobody knew, as each provider API would send them.

/** An event of that type, which its data tells as well. */
const typedEvent = (type: string, more: JsonObject = {}): Piece => event({ type, ...more, [news]: newWords }, type);

const ofRuns = (): Piece =>
  event({ id: 'later_1', object: 'thread.added_later', [news]: newWords }, 'thread.added_later');

/** A chunk of another kind than those before it, and without choices. */
const ofChat = ({ id = '', created = 0, model = '' }: JsonObject): Piece =>
  event({ id, object: 'chat.completion.added_later', created, model, choices: [], [news]: newWords });

const ofAws = (): Piece => eventFrame(newsInCamelCase, { [newsInCamelCase]: newWords });

/**
 * By provider API; its maker is given the data of the event before.
 *
 * Source: Anthropic, "Streaming messages: other events", "new event types may be added, and your code should handle unknown event types
 * gracefully"; the other APIs add events to their streams without a new version as well, and their SDKs pass them on.
 */
const unknownEvents: Readonly<Record<string, (before: JsonObject) => Piece>> = {
  anthropic: () => typedEvent(news),
  'openai-responses': () => typedEvent('response.added_later.delta', { sequence_number: 0 }),
  'azure-foundry-v2': () => typedEvent('response.added_later.delta', { sequence_number: 0 }),
  'openai-assistants': ofRuns,
  'azure-foundry-agents': ofRuns,
  'openai-chat': ofChat,
  'mistral-chat': ofChat,
  mistral: ({ created_at = '2026-01-01T00:00:00Z' }) => typedEvent('added.later', { created_at }),
  google: ({ responseId = '', modelVersion = '' }) =>
    event({ [newsInCamelCase]: { words: newWords }, responseId, modelVersion }),
  'bedrock-converse': ofAws,
  'bedrock-agents': ofAws,
};

/** An unknown event behind every event of a stream. */
export const unknownEventsIn: FaultsOf = (response, operation, providerApi = '') => {
  const make = unknownEvents[providerApi];
  return make ? insertions(response, operation, 'an unknown event', ({ json }) => [make(membersOf(json))]) : [];
};

// Answers that say more than anybody knew when the adapter was written.

/** Every object of an answer has a member more. */
export const unknownMembers: FaultsOf = (response, operation) => {
  const objects = partsOf(response).flatMap((part) =>
    placesOf(part.json, part.name).flatMap((place) => (isJsonObject(place.value) ? [{ part, ...place }] : [])),
  );
  if (objects.length === 0) return [];
  return [
    {
      covers: objects.map(({ shape }) => (shape.startsWith('<') ? shape : `${operation} ${shape}`)),
      details: objects.map(({ shape }) => `${operation} ${shape}`),
      what: 'every object has an unknown member',
      asRecorded: true,
      arrives: () => withParts(response, new Map(partsOf(response).map(({ at, json }) => [at, withNews(json)]))),
    },
  ];
};

/** An object of one member may be a union, which has one whatever is added to its API. */
function withNews(json: Json): Json {
  if (Array.isArray(json)) return json.map(withNews);
  if (!isJsonObject(json)) return json;
  const members = Object.entries(json).map(([name, value]) => [name, withNews(value)] as const);
  return Object.fromEntries(members.length > 1 ? [...members, [news, newWords] as const] : members);
}
