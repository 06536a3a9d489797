import { isJsonObject, type Json, type JsonObject } from '../../files/canonical-json.ts';
import type { Fact, LocatedFact } from '../facts/fact.ts';
import { asCount, asObject } from './json.ts';

/** A price as an answer tells it, and where. */
export interface PlacedUsage {
  readonly usage: Json | undefined;
  readonly path: string;
}

/**
 * Tokens summed over the answers of a call; input is all input, cached or not. Of what is cached and what is reasoning something
 * is said where any of them says it. Source: `CompletionUsage` of `openai`, which others took over.
 *
 * @param details names of the members that say more of the input and of the output
 */
export function tokenUsage(
  placed: readonly PlacedUsage[],
  details: { readonly input: string; readonly output: string },
): LocatedFact[] {
  const told = placed.flatMap(({ usage, path }) => (isJsonObject(usage) && saysTokens(usage) ? [{ usage, path }] : []));
  if (told.length === 0) return [];
  const sum = (countIn: (usage: JsonObject) => Json | undefined): number | undefined => {
    const counts = told.flatMap(({ usage }) => asCount(countIn(usage)) ?? []);
    return counts.length === 0 ? undefined : counts.reduce((total, count) => total + count, 0);
  };
  const cached = sum((usage) => asObject(usage[details.input])?.cached_tokens);
  const reasoning = sum((usage) => asObject(usage[details.output])?.reasoning_tokens);
  const fact: Fact = {
    kind: 'usage',
    inputTokens: sum(({ prompt_tokens }) => prompt_tokens) ?? 0,
    outputTokens: sum(({ completion_tokens }) => completion_tokens) ?? 0,
    ...(cached === undefined ? {} : { cachedInputTokens: cached }),
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
  };
  return [{ fact, path: told.map(({ path }) => path).join(' + ') }];
}

const saysTokens = (usage: JsonObject): boolean =>
  asCount(usage.prompt_tokens) !== undefined || asCount(usage.completion_tokens) !== undefined;
