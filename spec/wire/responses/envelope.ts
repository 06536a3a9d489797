/** What surrounds the items of a response. Source: `Response` of `openai`, `resources/responses/responses.d.ts`. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { Fact, LocatedFact, Unread } from '../../facts/fact.ts';
import { asArray, asCount, asObject, asString, otherMembers } from '../json.ts';
import { errorFact } from '../openai-error.ts';
import { leavesTheTurn } from './actions.ts';
import type { PlacedItem } from './items.ts';

/** A response put together from a JSON body or from a stream's events. */
export interface PlacedResponse {
  readonly items: readonly PlacedItem[];
  /** The response without its output; empty where a stream ended before it said anything of itself. */
  readonly envelope: JsonObject;
  readonly path: string;
  /** What was not understood while it was put together. */
  readonly unread: readonly Unread[];
}

/** What one exchange holds: usually one response; and the errors that came instead or in its midst. */
export interface ExchangeReading {
  readonly responses: readonly PlacedResponse[];
  readonly errors: readonly LocatedFact[];
  readonly unread: readonly Unread[];
}

/** Members that are read, that repeat the request, or that say nothing of the answer. */
const known = new Set([
  ...['id', 'object', 'created_at', 'completed_at', 'status', 'model', 'output', 'output_text', 'usage', 'error'],
  ...[
    'incomplete_details',
    'previous_response_id',
    'background',
    'instructions',
    'max_output_tokens',
    'max_tool_calls',
  ],
  ...[
    'metadata',
    'parallel_tool_calls',
    'prompt',
    'prompt_cache_key',
    'prompt_cache_options',
    'prompt_cache_retention',
  ],
  ...['reasoning', 'safety_identifier', 'service_tier', 'store', 'temperature', 'text', 'tool_choice', 'tools'],
  ...['agent_reference', 'conversation'],
  ...['top_logprobs', 'top_p', 'truncation', 'user', 'frequency_penalty', 'presence_penalty'],
]);

export function unreadEnvelope({ envelope, path }: PlacedResponse): Unread[] {
  return otherMembers(envelope, known).map((name) => ({ path: `${path}.${name}`, what: `response.${name}` }));
}

/** `incomplete_details.reason` in the contract's words. */
const incompleteReasons: ReadonlyMap<string, string> = new Map([
  ['max_output_tokens', 'length'],
  ['content_filter', 'content_filter'],
]);

/**
 * Why a response ended. This wire has a status and no reason: `completed` is `tool_calls` where the application must act,
 * `content_filter` where the model refuses, else `stop`; `incomplete` is its own reason; a response that failed or is not over
 * has none.
 */
export function finishOf({ envelope, items, path }: PlacedResponse): LocatedFact[] {
  const located = (reason: string, at: string): LocatedFact[] => [{ fact: { kind: 'finish', reason }, path: at }];
  switch (envelope.status) {
    case 'completed': {
      const acts = items.some(({ item }) => leavesTheTurn(item));
      return located(acts ? 'tool_calls' : items.some(refuses) ? 'content_filter' : 'stop', `${path}.status`);
    }
    case 'incomplete': {
      const reason = asString(asObject(envelope.incomplete_details)?.reason) ?? 'incomplete';
      return located(incompleteReasons.get(reason) ?? reason, `${path}.incomplete_details.reason`);
    }
    case 'cancelled':
      return located('cancelled', `${path}.status`);
    default:
      return [];
  }
}

const refuses = ({ item }: PlacedItem): boolean =>
  (asArray(item.content) ?? []).some((part) => asObject(part)?.type === 'refusal');

/** The error of a response that failed. */
export function failureOf({ envelope, path }: PlacedResponse): LocatedFact[] {
  const failed = envelope.status === 'failed' || asObject(envelope.error) !== undefined;
  return failed ? [{ fact: errorFact({ error: envelope.error ?? null }), path: `${path}.error` }] : [];
}

/**
 * Tokens summed over the responses of a call; input is all input, cached or not. How many of them were cached, or reasoning, is
 * a fact where every response says it.
 */
export function usageOf(responses: readonly PlacedResponse[]): LocatedFact[] {
  const told = responses.flatMap(({ envelope, path }) => {
    const usage = asObject(envelope.usage);
    const [input, output] = [asCount(usage?.input_tokens), asCount(usage?.output_tokens)];
    const cached = asCount(asObject(usage?.input_tokens_details)?.cached_tokens);
    const reasoning = asCount(asObject(usage?.output_tokens_details)?.reasoning_tokens);
    return input === undefined && output === undefined ? [] : [{ input, output, cached, reasoning, path }];
  });
  if (told.length === 0) return [];
  const cachedInputTokens = sumOf(told.map(({ cached }) => cached));
  const reasoningTokens = sumOf(told.map(({ reasoning }) => reasoning));
  const fact: Fact = {
    kind: 'usage',
    inputTokens: sumOf(told.map(({ input }) => input ?? 0)) ?? 0,
    outputTokens: sumOf(told.map(({ output }) => output ?? 0)) ?? 0,
    ...(cachedInputTokens === undefined ? {} : { cachedInputTokens }),
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
  };
  return [{ fact, path: told.map(({ path }) => `${path}.usage`).join(' + ') }];
}

/** `undefined` where one of them is not told. */
const sumOf = (counts: readonly (number | undefined)[]): number | undefined =>
  counts.reduce((total, count) => (total === undefined || count === undefined ? undefined : total + count), 0);
