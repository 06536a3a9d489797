/** What faults have to know of the answers of APIs of runs: the Assistants API, and what was made after it. */
import type { JsonObject } from '../../../../lib/canonical-json.ts';
import { lateErrorOf, lateMessage } from '../../../../recordings/faults/damaged-responses.ts';
import type {
  EmptyEvent,
  FaultTraits,
  LateError,
  RepeatedEvent,
  UnknownTool,
} from '../../../../recordings/faults/fault.ts';
import { event } from '../../../../recordings/faults/response-parts.ts';
import { optional } from '../../../../recordings/faults/tolerance/empty-events.ts';
import { elementsOf, membersOf, newWords, unknownNames } from '../../../../recordings/faults/tolerance/insertions.ts';
import { listsByType } from '../../../../recordings/faults/tolerance/unknown-parts.ts';
import { newQuestion, within } from '../../../../recordings/faults/tolerance/unknown-tools.ts';

/** Source: `AssistantStreamEvent.ErrorEvent` of `openai`, `ErrorEvent` of `@azure/ai-agents`. */
const lateErrors: readonly LateError[] = ['server_error', 'rate_limit_exceeded'].map((code) =>
  lateErrorOf(code, { code, message: lateMessage, param: null, type: 'server_error' }, 'error'),
);

const emptyEvents: readonly EmptyEvent[] = [
  {
    what: 'an empty delta',
    source: 'MessageDelta, RunStepDelta of openai: every member of a delta is optional',
    behind: (json, { name }) => {
      const isDelta = json.object === 'thread.message.delta' || json.object === 'thread.run.step.delta';
      return optional(isDelta ? event({ ...json, delta: {} }, name) : undefined);
    },
  },
];

/** A message whose whole text comes in an event of its own as well. */
const isRepeated = (json: JsonObject, all: readonly JsonObject[]): boolean =>
  all.some(
    ({ object, id, content }) => object === 'thread.message' && id === json.id && elementsOf(content).length > 0,
  );

const repeatedEvents: readonly RepeatedEvent[] = [
  {
    what: 'without deltas of messages, which come complete at their end',
    source: 'AssistantStreamEvent.ThreadMessageCompleted of openai: the complete message',
    arrives: (json, all) => (json.object === 'thread.message.delta' && isRepeated(json, all) ? undefined : json),
  },
  {
    what: 'with citations at the end of their message alone',
    source: 'TextDelta.annotations of openai: optional; Text.annotations of a message are not',
    arrives(json, all) {
      const delta = membersOf(json.delta);
      const isCited = JSON.stringify(delta).includes('"annotations":[{');
      if (json.object !== 'thread.message.delta' || !isCited || !isRepeated(json, all)) return json;
      const content = elementsOf(delta.content).map((part) => {
        const { annotations: _, ...text } = membersOf(membersOf(part).text);
        return { ...membersOf(part), text };
      });
      return { ...json, delta: { ...delta, content } };
    },
  },
];

/** Source: `RunStep.step_details` of `openai`, `RunStepToolCallDetails` of `@azure/ai-agents`. */
const unknownTool: UnknownTool = {
  listed: (body) => {
    const steps = elementsOf(body.data).map((step) => stepWithCall(membersOf(step)));
    return steps.some((step) => step)
      ? { ...body, data: steps.map((s, i) => s ?? elementsOf(body.data)[i] ?? null) }
      : stepWithCall(body);
  },
};

function stepWithCall(step: JsonObject): JsonObject | undefined {
  const details = membersOf(step.step_details);
  const isOfFunctions = elementsOf(details.tool_calls).some((each) => membersOf(each).type === 'function');
  if (step.object !== 'thread.run.step' || isOfFunctions) return undefined;
  const told = within(details, 'tool_calls', {
    id: 'call_later',
    type: unknownNames,
    [unknownNames]: { input: JSON.stringify(newQuestion), output: newWords },
  });
  return told && { ...step, step_details: told };
}

export const runsFaults: FaultTraits = {
  allowsNulls: true,
  lateErrors,
  emptyEvents,
  repeatedEvents,
  mixedLists: listsByType,
  unknownEvent: () =>
    event({ id: 'later_1', object: 'thread.added_later', [unknownNames]: newWords }, 'thread.added_later'),
  unknownTool,
  finishReason: 'incomplete_details.reason',
};
