import type { JsonObject } from '../../../lib/canonical-json.ts';
import { lateErrorOf, lateMessage } from '../../../recordings/faults/damaged-responses.ts';
import type { FaultTraits } from '../../../recordings/faults/fault.ts';
import { elementsOf, membersOf } from '../../../recordings/faults/tolerance/insertions.ts';
import { chatFaults } from '../families/chat/fault-traits.ts';

/** The number of the one call that a chunk tells of. Source: `ChatCompletionChunk.Choice.Delta.ToolCall.index` of `openai`. */
function laneOf({ choices }: JsonObject): number | undefined {
  const { delta, finish_reason: end } = membersOf(elementsOf(choices)[0]);
  const { tool_calls: calls, content } = membersOf(delta);
  const [call, ...others] = elementsOf(calls);
  const { index } = membersOf(call);
  const isAlone = others.length === 0 && !content && !end;
  return isAlone && typeof index === 'number' ? index : undefined;
}

export const faults: FaultTraits = {
  ...chatFaults,
  laneOf,
  // Source: the SDK of OpenAI throws what holds a member `error`.
  lateErrors: ['server_error', 'rate_limit_exceeded', 'insufficient_quota'].map((code) =>
    lateErrorOf(code, { error: { message: lateMessage, type: code, param: null, code } }),
  ),
};
