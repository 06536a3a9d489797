/** From the body of a response to the contract. Pure. */
import { isJsonObject, type Json } from '../../../files/canonical-json.ts';
import { type ChatResponse, type UsageDetails, WireError } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { count, wording } from '../shared/json.ts';
import type { BuiltIns } from './actions.ts';
import { contentFromBlock } from './blocks.ts';
import { objectIn } from './union.ts';

/**
 * @param answer the body, parsed; `undefined` where it was not JSON
 * @param builtIns tools that are answered by acting
 * @throws WireError when it holds no message
 */
export function responseFromAnswer(answer: unknown, builtIns: BuiltIns): ChatResponse {
  if (!isJsonObject(answer)) throw new WireError('The answer of Amazon Bedrock is no JSON object.');
  const blocks = objectIn(answer.output, 'message')?.content;
  if (!Array.isArray(blocks))
    throw new WireError('The answer of Amazon Bedrock has no list in "output.message.content".');
  const contents = blocks.map((block: unknown) => contentFromBlock(block, builtIns));
  return defined({
    // No contents, no message, as a stream gives none.
    messages: contents.length > 0 ? [{ role: 'assistant' as const, contents }] : [],
    finishReason: finishReason(answer.stopReason),
    usage: usageDetails(answer.usage),
    warnings: [],
    rawRepresentation: answer,
  });
}

const finishReasons = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool_calls'],
  ['guardrail_intervened', 'content_filter'],
  ['content_filtered', 'content_filter'],
]);

/** `stopReason` in the words of `ChatFinishReason`; what none of these says as the provider writes it. */
export function finishReason(stopReason: Json | undefined): string | undefined {
  const said = wording(stopReason);
  return said === undefined ? undefined : (finishReasons.get(said) ?? said);
}

/**
 * The API counts input that was written to a cache or read from one apart from `inputTokens`; the contract's `inputTokens` is
 * all of it.
 */
export function usageDetails(usage: Json | undefined): UsageDetails | undefined {
  if (!isJsonObject(usage)) return undefined;
  const input = count(usage.inputTokens);
  const cached = count(usage.cacheReadInputTokens);
  return defined({
    inputTokens: input === undefined ? undefined : input + (cached ?? 0) + (count(usage.cacheWriteInputTokens) ?? 0),
    outputTokens: count(usage.outputTokens),
    cachedInputTokens: cached,
  });
}
