/** What faults have to know of the answers of the Responses API, whoever serves it. */
import type { JsonObject } from '../../../../lib/canonical-json.ts';
import { lateErrorOf, lateMessage } from '../../../../recordings/faults/damaged-responses.ts';
import type {
  EmptyEvent,
  FaultTraits,
  LateError,
  UnknownBlocks,
  UnknownTool,
} from '../../../../recordings/faults/fault.ts';
import { event } from '../../../../recordings/faults/response-parts.ts';
import { emptied, optional } from '../../../../recordings/faults/tolerance/empty-events.ts';
import { newWords, unknownNames } from '../../../../recordings/faults/tolerance/insertions.ts';
import { listsByType, unknownEventOf } from '../../../../recordings/faults/tolerance/unknown-parts.ts';
import { newQuestion, within } from '../../../../recordings/faults/tolerance/unknown-tools.ts';

/**
 * Flat as it is documented, nested as it arrives, and as a response that failed.
 * Source: `ResponseErrorEvent`, `ResponseFailedEvent` of `openai`; https://github.com/openai/openai-dotnet/issues/881.
 */
const lateErrors: readonly LateError[] = ['server_error', 'rate_limit_exceeded'].flatMap((code) => {
  const error = { code, message: lateMessage };
  const failed = { id: 'resp_1', object: 'response', status: 'failed', model: 'm', error, output: [], usage: null };
  return [
    lateErrorOf(code, { type: 'error', ...error, param: null, sequence_number: 1 }, 'error'),
    lateErrorOf(
      `${code}, nested`,
      { type: 'error', sequence_number: 1, error: { type: code, ...error, param: null } },
      'error',
    ),
    lateErrorOf(
      `${code}, failed`,
      { type: 'response.failed', sequence_number: 1, response: failed },
      'response.failed',
    ),
  ];
});

const emptyEvents: readonly EmptyEvent[] = [
  {
    what: 'a sign of life',
    source: 'vercel/ai 20574: a heartbeat of the Responses API of Azure AI Foundry, as an event of its own',
    behind: () => [event({ type: 'keepalive', sequence_number: 0 }, 'keepalive')],
  },
  {
    what: 'an empty delta',
    source: 'ResponseTextDeltaEvent, ResponseFunctionCallArgumentsDeltaEvent of openai: any text',
    behind: (json) => {
      const { type } = json;
      const empty = typeof type === 'string' && type.endsWith('.delta') ? emptied(json, ['delta']) : undefined;
      return optional(empty && event(empty, String(type)));
    },
  },
];

/** The number of the item that an event tells of. Source: `output_index` of `ResponseStreamEvent` of `openai`. */
const laneOf = ({ output_index: index }: JsonObject): number | undefined =>
  typeof index === 'number' ? index : undefined;

const item: JsonObject = { type: unknownNames, [unknownNames]: newWords, id: 'later_1' };

/** Source: `ResponseOutputItemAddedEvent`, `ResponseOutputItemDoneEvent` of `openai`. */
const unknownBlocks: UnknownBlocks = {
  told: (output_index) =>
    ['response.output_item.added', 'response.output_item.done'].map((type) =>
      event({ type, output_index, sequence_number: 0, item }, type),
    ),
  retold: item,
};

const call: JsonObject = {
  type: `${unknownNames}_call`,
  id: 'alc_1',
  status: 'completed',
  arguments: JSON.stringify(newQuestion),
  output: newWords,
};

/** Source: `ResponseOutputItem` of `openai`: the type of every hosted tool's item ends in `_call`. */
const unknownTool: UnknownTool = {
  listed: (body) => (body.object === 'response' ? within(body, 'output', call) : undefined),
  streamed: (output_index) => [
    event(
      {
        type: 'response.output_item.added',
        output_index,
        sequence_number: 0,
        item: { ...call, status: 'in_progress' },
      },
      'response.output_item.added',
    ),
    event(
      { type: 'response.output_item.done', output_index, sequence_number: 0, item: call },
      'response.output_item.done',
    ),
  ],
  retold: call,
};

export const responsesFaults: FaultTraits = {
  allowsNulls: true,
  lateErrors,
  emptyEvents,
  laneOf,
  mixedLists: listsByType,
  blockNumber: 'output_index',
  unknownBlocks,
  unknownEvent: () => unknownEventOf('response.added_later.delta', { sequence_number: 0 }),
  unknownTool,
  finishReason: 'incomplete_details.reason',
};
