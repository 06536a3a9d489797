/** From the body of a response to the contract. Pure. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import { type ChatResponse, type Content, type UsageDetails, WireError } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { count, text, wording } from '../shared/json.ts';
import type { ActionTools } from './actions.ts';
import { contentFromBlock } from './blocks.ts';
import { providerError } from './errors.ts';

/**
 * @param message the body, parsed; text where it was not JSON
 * @param actions tools that are answered by acting
 * @throws WireError when it is no message
 * @throws ProviderError when it is an error that came with a status of success
 */
export function responseFromMessage(message: unknown, actions?: ActionTools): ChatResponse {
  if (!isJsonObject(message)) throw new WireError('The message of Anthropic is not a JSON object.');
  if (message.type === 'error') throw providerError(message);
  const blocks = message.content;
  if (!Array.isArray(blocks)) throw new WireError('The message of Anthropic has no list in "content".');
  const contents = [...blocks.map((block: unknown) => contentFromBlock(block, actions)), ...refusal(message)];
  const id = text(message.id);
  return defined({
    // No contents, no message, as a stream gives none.
    messages: contents.length > 0 ? [defined({ role: 'assistant' as const, contents, messageId: id })] : [],
    responseId: id,
    modelId: text(message.model),
    finishReason: finishReason(message.stop_reason),
    usage: usageDetails(message.usage),
    warnings: [],
    rawRepresentation: message,
  });
}

const finishReasons = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool_calls'],
  ['refusal', 'content_filter'],
]);

/** `stop_reason` in the words of `ChatFinishReason`; what none of these says (`pause_turn`, …) as the provider writes it. */
export function finishReason(stopReason: Json | undefined): string | undefined {
  const said = wording(stopReason);
  return said === undefined ? undefined : (finishReasons.get(said) ?? said);
}

/** Why the model refused, from `stop_details`, where the API says so. */
export function refusal(message: JsonObject): Content[] {
  const details = message.stop_details;
  if (!isJsonObject(details)) return [];
  return [
    defined({
      type: 'error' as const,
      message: wording(details.explanation) ?? 'The model refused to answer.',
      errorCode: text(details.category),
      rawRepresentation: details,
    }),
  ];
}

/**
 * The API counts input that was written to a cache or read from one apart from `input_tokens`; the contract's `inputTokens`
 * is all of it.
 */
export function usageDetails(usage: Json | undefined): UsageDetails | undefined {
  if (!isJsonObject(usage)) return undefined;
  const input = count(usage.input_tokens);
  const details = usage.output_tokens_details;
  return defined({
    inputTokens:
      input === undefined
        ? undefined
        : input + (count(usage.cache_creation_input_tokens) ?? 0) + (count(usage.cache_read_input_tokens) ?? 0),
    outputTokens: count(usage.output_tokens),
    cachedInputTokens: count(usage.cache_read_input_tokens),
    reasoningTokens: isJsonObject(details) ? count(details.thinking_tokens) : undefined,
  });
}
