/** Events that say nothing: signs of life, and deltas of nothing. As each provider API sends them. */
import type { JsonObject } from '../../../lib/canonical-json.ts';
import type { HttpResponse } from '../../format/exchange.ts';
import type { FaultsOf } from '../fault.ts';
import {
  event,
  eventFrame,
  kindOf,
  type Part,
  type Piece,
  partsOf,
  renumbered,
  withPieces,
} from '../response-parts.ts';
import { elementsOf, insertions, membersOf } from './insertions.ts';

/** What says nothing and may come behind an event. */
interface Idle {
  /** As the beginning of "… behind …". */
  readonly what: string;
  /** Source in the provider's documents, SDK or traffic. */
  readonly source: string;
  readonly behind: (json: JsonObject, part: Part) => readonly Piece[];
}

/** Texts at these members become empty; `undefined` where there is none of them. */
function emptied(json: JsonObject, names: readonly string[]): JsonObject | undefined {
  const found = names.filter((name) => typeof json[name] === 'string');
  return found.length === 0 ? undefined : { ...json, ...Object.fromEntries(found.map((name) => [name, ''])) };
}

const optional = (piece: Piece | undefined): readonly Piece[] => (piece ? [piece] : []);

const ofAnthropic: readonly Idle[] = [
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

const ofResponses: readonly Idle[] = [
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

const ofRuns: readonly Idle[] = [
  {
    what: 'an empty delta',
    source: 'MessageDelta, RunStepDelta of openai: every member of a delta is optional',
    behind: (json, { name }) => {
      const isDelta = json.object === 'thread.message.delta' || json.object === 'thread.run.step.delta';
      return optional(isDelta ? event({ ...json, delta: {} }, name) : undefined);
    },
  },
];

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

const ofChat: readonly Idle[] = [
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

const ofMistral: readonly Idle[] = [
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
      return optional(empty && event(empty, String(type)));
    },
  },
];

const ofGoogle: readonly Idle[] = [
  {
    what: 'an empty text',
    source: 'Part.text of @google/genai; the last chunk of real streams often holds one',
    behind: ({ usageMetadata: _, promptFeedback: blocked, ...json }) =>
      blocked
        ? []
        : [event({ ...json, candidates: [{ content: { parts: [{ text: '' }], role: 'model' }, index: 0 }] })],
  },
  {
    what: 'a candidate without content',
    source: 'Candidate.content of @google/genai: optional; seen in real streams while a model thinks',
    behind: ({ usageMetadata: _, promptFeedback: blocked, ...json }) =>
      blocked ? [] : [event({ ...json, candidates: [{ index: 0 }] })],
  },
  {
    what: 'a chunk without candidates',
    source: 'GenerateContentResponse.candidates of @google/genai: optional',
    behind: ({ usageMetadata: _, candidates: __, promptFeedback: blocked, ...json }) => (blocked ? [] : [event(json)]),
  },
];

const ofConverse: readonly Idle[] = [
  {
    what: 'an empty delta',
    source: 'ContentBlockDelta of @aws-sdk/client-bedrock-runtime: any text',
    behind: (json, part) => {
      const delta = membersOf(json.delta);
      const input = emptied(membersOf(delta.toolUse), ['input']);
      const empty = emptied(delta, ['text']) ?? (input && { toolUse: input });
      return optional(empty && eventFrame(kindOf(part), { ...json, delta: empty }));
    },
  },
];

const ofAgents: readonly Idle[] = [
  {
    what: 'an empty chunk',
    source: 'PayloadPart.bytes of @aws-sdk/client-bedrock-agent-runtime: optional',
    behind: (json, part) =>
      optional(kindOf(part) === 'chunk' && typeof json.bytes === 'string' ? eventFrame('chunk', {}) : undefined),
  },
];

const idle: Readonly<Record<string, readonly Idle[]>> = {
  anthropic: ofAnthropic,
  'openai-responses': ofResponses,
  'azure-foundry-v2': ofResponses,
  'openai-assistants': ofRuns,
  'azure-foundry-agents': ofRuns,
  'openai-chat': ofChat,
  'mistral-chat': ofChat,
  mistral: ofMistral,
  google: ofGoogle,
  'bedrock-converse': ofConverse,
  'bedrock-agents': ofAgents,
};

/** Whatever says nothing, behind every event where the API may send it. */
export const emptyEventsIn: FaultsOf = (response, operation, providerApi = '') =>
  (idle[providerApi] ?? []).flatMap(({ what, behind }) =>
    insertions(response, operation, what, (part) => behind(membersOf(part.json), part)),
  );

// Events of things that are told beside each other, in another order: each says by a number of what it tells.

/** The number of the item that an event tells of. Source: `output_index` of `ResponseStreamEvent` of `openai`. */
const itemOf = ({ output_index: index }: JsonObject): number | undefined =>
  typeof index === 'number' ? index : undefined;

/** The number of the one call that a chunk tells of. Source: `ChatCompletionChunk.Choice.Delta.ToolCall.index` of `openai`. */
function callOf({ choices }: JsonObject): number | undefined {
  const { delta, finish_reason: end } = membersOf(elementsOf(choices)[0]);
  const { tool_calls: calls, content } = membersOf(delta);
  const [call, ...others] = elementsOf(calls);
  const { index } = membersOf(call);
  const isAlone = others.length === 0 && !content && !end;
  return isAlone && typeof index === 'number' ? index : undefined;
}

/**
 * By provider API. Where events tell one thing after the other, or do not say what they tell of, there is no other order: Anthropic,
 * "Streaming messages: event types"; Mistral's and Google's chunks hold whole calls.
 */
const lanes: Readonly<Record<string, (json: JsonObject) => number | undefined>> = {
  'openai-responses': itemOf,
  'azure-foundry-v2': itemOf,
  'openai-chat': callOf,
};

/** Things told in turns: they begin in their order and end in their order, and what is between comes alternately. */
export const inTurns: FaultsOf = (response, operation, providerApi = '') => {
  const laneOf = lanes[providerApi];
  const parts = laneOf ? partsOf(response) : [];
  const told = parts.flatMap((part) => {
    const lane = laneOf?.(membersOf(part.json));
    return lane === undefined ? [] : [{ at: part.at, lane, kind: kindOf(part) }];
  });
  const things = new Set(told.map(({ lane }) => lane)).size;
  if (things < 2) return [];
  const order = inTurn(told);
  const places = told.map(({ at }) => at);
  const moved = new Map(places.map((place, i) => [place, order[i] ?? place]));
  return [
    {
      covers: [...new Set(told.map(({ kind }) => `${operation} ${things} in turns ${kind}`))],
      what: `the answer to ${operation} tells its ${things} parts in turns`,
      asRecorded: true,
      arrives: () => reordered(response, moved),
    },
  ];
};

interface Told {
  readonly at: number;
  readonly lane: number;
}

function inTurn(told: readonly Told[]): number[] {
  const byLane = Map.groupBy(told, ({ lane }) => lane);
  const middles = [...byLane.values()].map((events) => events.slice(0, -1).map(({ at }) => at));
  const rounds = Math.max(...middles.map(({ length }) => length));
  const mixed = Array.from({ length: rounds }, (_, round) => middles.flatMap((middle) => middle[round] ?? [])).flat();
  const lasts = [...byLane.values()].flatMap((events) => events.at(-1)?.at ?? []);
  return [...mixed, ...lasts];
}

/** A stream with other pieces at some places, and numbers that still count. */
function reordered(response: HttpResponse, moved: ReadonlyMap<number, number>): HttpResponse {
  const pieces: unknown[] = [];
  withPieces(response, (piece) => {
    pieces.push(piece);
    return [piece];
  });
  return renumbered(withPieces(response, <T>(piece: T, at: number) => [(pieces[moved.get(at) ?? at] as T) ?? piece]));
}
