/** What faults have to know of the answers of the Responses API, whoever serves it. */
import { isJsonObject, type JsonObject, toText } from '../../../../lib/canonical-json.ts';
import { lateErrorOf, lateMessage } from '../../../../recordings/faults/damaged-responses.ts';
import type {
  EmptyEvent,
  FaultTraits,
  LateError,
  RepeatedEvent,
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
      return optional(empty && event(empty, toText(type)));
    },
  },
];

/** Events of these types do not come where the end of their item has what they tell, in a member or as text. */
const without =
  (told: (item: string) => boolean, ...types: readonly string[]): RepeatedEvent['arrives'] =>
  (json, all) => {
    const isEnd = ({ type, output_index: index, item }: JsonObject) =>
      type === 'response.output_item.done' && index === json.output_index && told(JSON.stringify(item));
    return types.includes(toText(json.type)) && all.some(isEnd) ? undefined : json;
  };

const hasText = (item: string): boolean => /"text":"./.test(item);
const hasArguments = (item: string): boolean => /"arguments":"./.test(item);
const hasCitations = (item: string): boolean => /"annotations":\[\{/.test(item);

const repeatedEvents: readonly RepeatedEvent[] = [
  {
    what: 'without deltas of text, which comes complete at its end',
    source: 'https://github.com/pipecat-ai/pipecat/pull/5309',
    arrives: without(hasText, 'response.output_text.delta'),
  },
  {
    what: 'without deltas of arguments, which come complete at their end',
    source: 'https://github.com/BerriAI/litellm/issues/27144',
    arrives: without(hasArguments, 'response.function_call_arguments.delta'),
  },
  {
    what: 'without ends of texts and parts',
    source: 'https://github.com/agentgateway/agentgateway/pull/3326',
    arrives: without(hasText, 'response.output_text.done', 'response.content_part.done'),
  },
  {
    what: 'with citations at the end of their item alone',
    source: 'ResponseOutputItemDoneEvent of openai: the complete item',
    arrives: without(hasCitations, 'response.output_text.annotation.added'),
  },
  {
    what: 'whose last event repeats no items',
    source:
      '0xPlaygrounds/rig tests/cassettes/chatgpt/codex_sessions/reasoning_session_two_tool_calls_streaming.yaml@b75850e899498647563af2d644ee72d28ac7a69e',
    arrives: (json) =>
      json.type === 'response.completed' && isJsonObject(json.response)
        ? { ...json, response: { ...json.response, output: [] } }
        : json,
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
  repeatedEvents,
  laneOf,
  mixedLists: listsByType,
  blockNumber: 'output_index',
  unknownBlocks,
  unknownEvent: () => unknownEventOf('response.added_later.delta', { sequence_number: 0 }),
  unknownTool,
  finishReason: 'incomplete_details.reason',
};
