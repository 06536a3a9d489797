import { lateErrorOf, lateMessage } from '../../../recordings/faults/damaged-responses.ts';
import type { EmptyEvent, FaultTraits, UnknownBlocks, UnknownTool } from '../../../recordings/faults/fault.ts';
import { event } from '../../../recordings/faults/response-parts.ts';
import { emptied, optional } from '../../../recordings/faults/tolerance/empty-events.ts';
import { membersOf, newWords, unknownNames } from '../../../recordings/faults/tolerance/insertions.ts';
import { listsByType, unknownEventOf } from '../../../recordings/faults/tolerance/unknown-parts.ts';
import { newQuestion, within } from '../../../recordings/faults/tolerance/unknown-tools.ts';

const emptyEvents: readonly EmptyEvent[] = [
  {
    what: 'a ping',
    source: 'Anthropic, "Streaming messages: ping events": any number of them',
    behind: () => [event({ type: 'ping' }, 'ping')],
  },
  {
    what: 'an empty delta',
    source:
      'RawContentBlockDeltaEvent of @anthropic-ai/sdk; input_json_delta begins with an empty text in documented streams',
    behind: (json) => {
      const delta = emptied(membersOf(json.delta), ['text', 'thinking', 'partial_json']);
      return optional(json.type === 'content_block_delta' && delta ? event({ ...json, delta }, json.type) : undefined);
    },
  },
];

const unknown = { type: unknownNames, [unknownNames]: newWords };

/** Source: `RawMessageStreamEvent` of `@anthropic-ai/sdk`. */
const unknownBlocks: UnknownBlocks = {
  told: (index) => [
    event({ type: 'content_block_start', index, content_block: unknown }, 'content_block_start'),
    event(
      { type: 'content_block_delta', index, delta: { ...unknown, type: `${unknownNames}_delta` } },
      'content_block_delta',
    ),
    event({ type: 'content_block_stop', index }, 'content_block_stop'),
  ],
  delta: (json) =>
    json.type === 'content_block_delta'
      ? [event({ ...json, delta: { ...unknown, type: `${unknownNames}_delta` } }, 'content_block_delta')]
      : [],
};

const call = { type: 'server_tool_use', id: 'srvtoolu_later', name: unknownNames, input: newQuestion };
const result = {
  type: `${unknownNames}_tool_result`,
  tool_use_id: call.id,
  content: { type: `${unknownNames}_result`, found: newWords },
};

/** Source: `ServerToolUseBlock` and the blocks of results of `@anthropic-ai/sdk`. */
const unknownTool: UnknownTool = {
  listed: (body) => (body.type === 'message' ? within(body, 'content', call, result) : undefined),
  streamed: (index) => [
    event({ type: 'content_block_start', index, content_block: { ...call, input: {} } }, 'content_block_start'),
    event(
      {
        type: 'content_block_delta',
        index,
        delta: { type: 'input_json_delta', partial_json: JSON.stringify(newQuestion) },
      },
      'content_block_delta',
    ),
    event({ type: 'content_block_stop', index }, 'content_block_stop'),
    event({ type: 'content_block_start', index: index + 1, content_block: result }, 'content_block_start'),
    event({ type: 'content_block_stop', index: index + 1 }, 'content_block_stop'),
  ],
};

/**
 * Source: Anthropic, "Errors", "Streaming messages: error events" and "Streaming messages: other events": "new event types may be added, and
 * your code should handle unknown event types gracefully". Events tell one block after the other ("event types"): there is no other order.
 */
export const faults: FaultTraits = {
  allowsNulls: true,
  lateErrors: ['overloaded_error', 'api_error', 'timeout_error', 'invalid_request_error'].map((type) =>
    lateErrorOf(type, { type: 'error', error: { type, message: lateMessage } }, 'error'),
  ),
  emptyEvents,
  mixedLists: listsByType,
  blockNumber: 'index',
  unknownBlocks,
  unknownEvent: () => unknownEventOf(unknownNames),
  unknownTool,
  finishReason: 'stop_reason',
};
