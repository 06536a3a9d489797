/** Blocks of a stream that nobody knew, with the events that tell of them. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { HttpResponse } from '../../format/exchange.ts';
import { kindOf, type Part } from '../answer.ts';
import type { Fault } from '../fault.ts';
import { event, eventFrame, type Piece } from '../pieces.ts';
import { insertions } from './insertions.ts';
import { membersOf } from './members-of.ts';
import { news, newsInCamelCase, newWords } from './news.ts';
import { numbered, numbers, putIn, shifted, thingsIn, withItems } from './numbered.ts';

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
export function unknownBlocksIn(response: HttpResponse, operation: string, providerApi: string): Fault[] {
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
