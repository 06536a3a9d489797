/** Events of things that are told beside each other, in another order: each says by a number of what it tells. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { HttpResponse } from '../../format/exchange.ts';
import { kindOf, partsOf, withPieces } from '../answer.ts';
import type { FaultsOf } from '../fault.ts';
import { renumbered } from '../pieces.ts';
import { elementsOf, membersOf } from './members-of.ts';

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
