import { lateErrorOf, lateMessage } from '../../../recordings/faults/damaged-responses.ts';
import type { EmptyEvent, FaultTraits, UnknownTool } from '../../../recordings/faults/fault.ts';
import { event } from '../../../recordings/faults/response-parts.ts';
import { membersOf, newWords, unknownNames } from '../../../recordings/faults/tolerance/insertions.ts';
import { listsByType } from '../../../recordings/faults/tolerance/unknown-parts.ts';
import { newQuestion, within } from '../../../recordings/faults/tolerance/unknown-tools.ts';

const emptyEvents: readonly EmptyEvent[] = [
  {
    what: 'an empty text',
    source: 'TextDelta of @google/genai: any text',
    behind: (json) =>
      membersOf(json.delta).type === 'text'
        ? [event({ ...json, delta: { type: 'text', text: '' } }, 'step.delta')]
        : [],
  },
];

/** Source: `Step` of `@google/genai`, a union of calls and results by their types. */
const unknownTool: UnknownTool = {
  listed: (body) =>
    within(
      body,
      'steps',
      { type: `${unknownNames}_call`, id: 'later_1', arguments: newQuestion },
      { type: `${unknownNames}_result`, call_id: 'later_1', result: [{ text: newWords }] },
    ),
};

/** Source: `ErrorEvent`, `InteractionSSEEvent` of `@google/genai`. */
export const faults: FaultTraits = {
  lateErrors: ['internal', 'unavailable'].map((code) =>
    lateErrorOf(code, { event_type: 'error', error: { code, message: lateMessage } }, 'error'),
  ),
  emptyEvents,
  mixedLists: listsByType,
  unknownEvent: () => event({ event_type: unknownNames, words: newWords }, unknownNames),
  unknownTool,
};
