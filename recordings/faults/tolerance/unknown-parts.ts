/** Parts of answers that nobody knew: content blocks, output items, annotations, calls of a kind that comes later. */
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import type { HttpResponse } from '../../format/exchange.ts';
import type { Fault, FaultsOf, FaultTraits, MixedLists } from '../fault.ts';
import { event, kindOf, lengthOf, type Piece, partsOf, placesOf, withParts } from '../response-parts.ts';
import {
  insertBlock,
  insertions,
  membersOf,
  newsInCamelCase,
  newWords,
  numbered,
  shifted,
  thingsIn,
  unknownNames,
  withItems,
} from './insertions.ts';

/** Each thing says its kind in a member `type`. Types of Mistral's entries have a dot, those of what is within them have none. */
export const listsByType: MixedLists = {
  isMixed: (_, elements) => elements.every(({ type }) => typeof type === 'string'),
  further: (name) => ({ type: name === 'outputs' ? 'added.later' : unknownNames, [unknownNames]: { words: newWords } }),
};

/** Each thing of the lists of these names has one member, named after what it is. */
export const listsByMember = (...names: readonly string[]): MixedLists => ({
  isMixed: (name) => names.includes(name),
  further: () => ({ [newsInCamelCase]: { words: newWords } }),
});

/**
 * What is left as it is: what the application has to answer, for of a kind that it does not know it cannot (`required_action` of a run);
 * and pieces, which list what is new and not what there is.
 */
const left: ReadonlySet<string> = new Set(['submit_tool_outputs', 'submit_tool_approval', 'delta']);

/** A further part at the end of whatever lists parts of several kinds; blocks of a stream are told by events of their own. */
export const unknownPartsIn: FaultsOf = (response, operation, traits = {}) => [
  ...listed(response, operation, traits),
  ...(lengthOf(response) === undefined ? [] : unknownBlocksIn(response, operation, traits)),
];

function listed(response: HttpResponse, operation: string, { mixedLists }: FaultTraits): Fault[] {
  if (!mixedLists) return [];
  const { isMixed, further } = mixedLists;
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

/** An unknown block before all others and one behind them, and unknown pieces in those that there are. */
function unknownBlocksIn(
  response: HttpResponse,
  operation: string,
  { unknownBlocks, blockNumber: number }: FaultTraits,
): Fault[] {
  const there = number === undefined ? undefined : numbered(response, number);
  if (!unknownBlocks || number === undefined || !there) return [];
  const { told, delta, retold } = unknownBlocks;
  const items = retold ? [retold] : [];
  const where = (place: string, arrives: () => HttpResponse): Fault => ({
    covers: [],
    what: `the answer to ${operation} has a block of a kind that is unknown ${place}`,
    asRecorded: true,
    arrives,
  });
  const behind = (stream: HttpResponse): HttpResponse => {
    const { last, next } = numbered(stream, number) ?? there;
    return insertBlock(
      withItems(stream, (output) => [...output, ...items]),
      'behind',
      last.at,
      told(next),
    );
  };
  const before = (stream: HttpResponse): HttpResponse => {
    const later = shifted(
      withItems(stream, (output) => [...items, ...output]),
      number,
    );
    return insertBlock(later, 'before', there.first.at, told(0));
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

// Events that nobody knew, and members.

/** An event of that type, which its data tells as well, and which nobody knew. */
export const unknownEventOf = (type: string, more: JsonObject = {}): Piece =>
  event({ type, ...more, [unknownNames]: newWords }, type);

/** An unknown event behind every event of a stream. */
export const unknownEventsIn: FaultsOf = (response, operation, { unknownEvent } = {}) =>
  unknownEvent
    ? insertions(response, operation, 'an unknown event', ({ json }) => [unknownEvent(membersOf(json))])
    : [];

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
  return Object.fromEntries(members.length > 1 ? [...members, [unknownNames, newWords] as const] : members);
}
