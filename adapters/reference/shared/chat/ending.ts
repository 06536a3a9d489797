/** How an answer ends, in chat completions of whatever provider. */
import { isJsonObject, type Json } from '../../../../files/canonical-json.ts';
import type { Content, UsageDetails } from '../../../../spec/contract/index.ts';
import { defined } from '../defined.ts';
import { count, text } from '../json.ts';

/**
 * `function_call` is the older word for `tool_calls`, and `model_length` is the model's own limit. Where the request named the
 * function, the API says `stop` beside its call, and the application must act all the same; and it says `stop` beside a refusal.
 */
export function finishReason(reason: Json | undefined, contents: readonly Content[]): string | undefined {
  const said = text(reason);
  if (said === 'function_call') return 'tool_calls';
  if (said === 'model_length') return 'length';
  if (said === 'stop' && contents.some(({ type }) => type === 'function-call')) return 'tool_calls';
  if (said === 'stop' && contents.some(({ type }) => type === 'error')) return 'content_filter';
  return said || undefined;
}

export function usageDetails(usage: Json | undefined): UsageDetails | undefined {
  if (!isJsonObject(usage)) return undefined;
  const { prompt_tokens_details: input, completion_tokens_details: output } = usage;
  return defined({
    inputTokens: count(usage.prompt_tokens),
    outputTokens: count(usage.completion_tokens),
    cachedInputTokens: isJsonObject(input) ? count(input.cached_tokens) : undefined,
    reasoningTokens: isJsonObject(output) ? count(output.reasoning_tokens) : undefined,
  });
}
