import { toText } from '../../../lib/canonical-json.ts';
import { lateErrorOf, lateMessage } from '../../../recordings/faults/damaged-responses.ts';
import type { EmptyEvent, FaultTraits, UnknownTool } from '../../../recordings/faults/fault.ts';
import { event } from '../../../recordings/faults/response-parts.ts';
import { emptied, optional } from '../../../recordings/faults/tolerance/empty-events.ts';
import { newWords, unknownNames } from '../../../recordings/faults/tolerance/insertions.ts';
import { listsByType, unknownEventOf } from '../../../recordings/faults/tolerance/unknown-parts.ts';
import { newQuestion, within } from '../../../recordings/faults/tolerance/unknown-tools.ts';

const emptyEvents: readonly EmptyEvent[] = [
  {
    what: 'an empty delta',
    source: 'MessageOutputEvent, FunctionCallEvent of @mistralai/mistralai: any text',
    behind: (json) => {
      const { type } = json;
      const empty =
        type === 'message.output.delta'
          ? emptied(json, ['content'])
          : type === 'function.call.delta' || type === 'tool.execution.delta'
            ? emptied(json, ['arguments'])
            : undefined;
      return optional(empty && event(empty, toText(type)));
    },
  },
];

const execution = { id: 'tool_exec_later', name: unknownNames, arguments: JSON.stringify(newQuestion) };

/** Source: `ToolExecutionEntry`, whose `name` is any connector's. */
const unknownTool: UnknownTool = {
  listed: (body) =>
    within(body, 'outputs', { object: 'entry', type: 'tool.execution', ...execution, info: { found: newWords } }),
};

/** Source: `ResponseErrorEvent` of `@mistralai/mistralai`. Its chunks hold whole calls: there is no other order of them. */
export const faults: FaultTraits = {
  allowsNulls: true,
  lateErrors: [500, 503, 422].map((code) =>
    lateErrorOf(
      String(code),
      { type: 'conversation.response.error', message: lateMessage, code },
      'conversation.response.error',
    ),
  ),
  emptyEvents,
  mixedLists: listsByType,
  unknownEvent: ({ created_at = '2026-01-01T00:00:00Z' }) => unknownEventOf('added.later', { created_at }),
  unknownTool,
};
