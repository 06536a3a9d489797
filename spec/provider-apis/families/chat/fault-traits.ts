/** What faults have to know of the answers of chat completions, whoever serves them. */
import type { JsonObject } from '../../../../lib/canonical-json.ts';
import type { EmptyEvent, FaultTraits } from '../../../../recordings/faults/fault.ts';
import { event } from '../../../../recordings/faults/response-parts.ts';
import { elementsOf, membersOf, newWords, unknownNames } from '../../../../recordings/faults/tolerance/insertions.ts';
import { listsByType } from '../../../../recordings/faults/tolerance/unknown-parts.ts';

/** The delta of a choice that says nothing, in the members that it has. */
function emptyDelta(delta: JsonObject): JsonObject {
  const calls = elementsOf(delta.tool_calls).map((call) => ({
    index: membersOf(call).index ?? 0,
    function: { arguments: '' },
  }));
  return {
    ...(typeof delta.content === 'string' ? { content: '' } : {}),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
}

const emptyEvents: readonly EmptyEvent[] = [
  {
    what: 'a chunk without choices',
    source: 'ChatCompletionChunk.choices of openai: "can also be empty"; Azure sends one before all others',
    behind: ({ usage: _, ...json }) => [event({ ...json, choices: [] })],
  },
  {
    what: 'an empty delta',
    source: 'ChatCompletionChunk.Choice.Delta of openai: every member is optional, and texts may be empty',
    behind: ({ usage: _, ...json }) => {
      const choices = elementsOf(json.choices).map((choice) => ({
        index: membersOf(choice).index ?? 0,
        delta: emptyDelta(membersOf(membersOf(choice).delta)),
        finish_reason: null,
      }));
      return choices.length === 0 ? [] : [event({ ...json, choices })];
    },
  },
];

export const chatFaults: FaultTraits = {
  allowsNulls: true,
  emptyEvents,
  mixedLists: listsByType,
  // A chunk of another kind than those before it, and without choices.
  unknownEvent: ({ id = '', created = 0, model = '' }) =>
    event({ id, object: 'chat.completion.added_later', created, model, choices: [], [unknownNames]: newWords }),
  finishReason: 'finish_reason',
};
