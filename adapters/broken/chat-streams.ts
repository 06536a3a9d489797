/** Defects over OpenAI Chat Completions in how its streams are read, and what they cost is counted. */
import type { Json, JsonObject } from '../../files/canonical-json.ts';
import { type BrokenAdapter, withDefects } from './break.ts';
import { changed, inMember, inObjects } from './chat-bodies.ts';
import { inReadEvents, type ReadEvent } from './on-the-wire.ts';

const over = 'openai-chat';

/** A defect in how chunks are read, one after the other. */
const inChunks = (begin: () => (chunk: JsonObject) => JsonObject) =>
  inReadEvents((events) => {
    const change = begin();
    return events.map((event) => changed(event, change));
  });

/** A defect in how the pieces of calls are read, in their order. */
const inPieces = (begin: () => (piece: JsonObject) => JsonObject) =>
  inChunks(() => {
    const change = begin();
    return inDelta((delta) => inObjects(delta, 'tool_calls', change));
  });

const inDelta = (change: (delta: JsonObject) => JsonObject) => (chunk: JsonObject) =>
  inObjects(chunk, 'choices', (choice) => inMember(choice, 'delta', change));

/** In which place each call's last words stand; all that came before is lost. */
function lastWordsAlone(events: readonly ReadEvent[]): readonly ReadEvent[] {
  const seen = new Set<Json | undefined>();
  const piece = (call: JsonObject) =>
    inMember(call, 'function', (called) => {
      if (typeof called.arguments !== 'string' || called.arguments === '') return called;
      if (seen.has(call.index)) return { ...called, arguments: '' };
      seen.add(call.index);
      return called;
    });
  const change = inDelta((delta) => inObjects(delta, 'tool_calls', piece));
  return [...events]
    .reverse()
    .map((event) => changed(event, change))
    .reverse();
}

export const brokenInChatStreams: readonly BrokenAdapter[] = [
  {
    id: 'drops-streamed-citations',
    modelledOn: ['B121'],
    caughtBy: 'citations-equal-wire',
    over,
    defect: 'Citations are returned of whole answers alone; the chunks that bring them in a stream are ignored.',
    shows: ['search-cited-by-the-model/stream'],
    onTheWire: inChunks(() => inDelta(({ annotations: _, ...delta }) => delta)),
  },
  {
    id: 'replaces-arguments',
    modelledOn: ['B122'],
    caughtBy: 'calls-equal-wire',
    over,
    defect: 'Pieces of a call are merged by its id, so that each piece of its arguments replaces the one before.',
    shows: ['single-call/stream', 'parallel-calls/stream'],
    onTheWire: inReadEvents(lastWordsAlone),
  },
  {
    id: 'breaks-off-at-a-blank-type',
    modelledOn: ['B124'],
    caughtBy: 'errors-equal-wire',
    over,
    defect: 'A piece of a call with a blank type does not parse, and the stream is broken off.',
    shows: ['calls-in-other-pieces/stream'],
    onTheWire: inReadEvents((events) => {
      const blank = events.findIndex(({ data }) => data.includes('"type":""'));
      return blank < 0 ? events : events.slice(0, blank);
    }),
  },
  {
    id: 'takes-no-index-for-the-first',
    modelledOn: ['B125'],
    caughtBy: 'calls-equal-wire',
    over,
    defect: 'Pieces without an index are taken for pieces of the first call.',
    shows: ['calls-in-other-pieces/stream'],
    onTheWire: inPieces(() => (piece) => ({ index: 0, ...piece })),
  },
  {
    id: 'appends-to-the-call-named-last',
    modelledOn: ['B127'],
    caughtBy: 'calls-equal-wire',
    over,
    defect: 'Pieces without an id go to the call whose id was seen last, whatever their index.',
    shows: ['parallel-calls/stream', 'calls-in-other-pieces/stream'],
    onTheWire: inPieces(() => {
      let last: Json | undefined;
      return (piece) => {
        if (piece.id) last = piece.index;
        return piece.id || last === undefined ? piece : { ...piece, index: last };
      };
    }),
  },
  {
    id: 'numbers-every-call-0',
    modelledOn: ['B133'],
    caughtBy: 'calls-equal-wire',
    over,
    defect: 'A bridge from another API gives all calls the index 0, so that their arguments run together.',
    shows: ['parallel-calls/stream'],
    onTheWire: inPieces(() => (piece) => ({ ...piece, index: 0 })),
  },
  {
    id: 'forgets-the-usage-of-steps-with-calls',
    modelledOn: ['B137'],
    caughtBy: 'usage-equals-wire',
    over,
    defect:
      'What a step costs is dropped where it ends in calls, so that of a whole loop only the last step is counted.',
    shows: ['single-call/stream', 'parallel-calls/complete'],
    breakIt: withDefects({
      response: ({ usage, ...r }) => (r.finishReason === 'tool_calls' || usage === undefined ? r : { ...r, usage }),
      update: ({ usage, ...u }) => [u.finishReason === 'tool_calls' || usage === undefined ? u : { ...u, usage }],
    }),
  },
];
