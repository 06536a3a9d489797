/** From the body of a response to the contract. Pure. */
import { isJsonObject, type Json, type JsonObject } from '../../../../files/canonical-json.ts';
import { type ChatResponse, type UsageDetails, WireError } from '../../../../spec/contract/index.ts';
import { defined } from '../defined.ts';
import { count, list, text, wording } from '../json.ts';
import { providerError } from '../openai.ts';
import { writtenMessages } from '../written-messages.ts';
import { asksTheApplication, contentsOfItem } from './items.ts';

/**
 * @param body the body, parsed
 * @param kept whether OpenAI was asked, or left, to keep the conversation
 * @throws WireError when it is no response
 * @throws ProviderError when the response failed, or is an error that came with a status of success
 */
export function responseFromBody(body: unknown, kept: boolean): ChatResponse {
  if (!isJsonObject(body)) throw new WireError('The response of OpenAI is no JSON object.');
  // The SDK adds this member; it is not on the wire.
  const { output_text: _, ...response } = body;
  failed(response);
  const output = list(response.output);
  if (!output) throw new WireError('The response of OpenAI has no list in "output".');
  return defined({
    messages: writtenMessages(output, contentsOfItem, messageIdOf),
    responseId: text(response.id),
    modelId: text(response.model),
    ...ending(response, output, kept),
    warnings: [],
    rawRepresentation: response,
  });
}

/** @throws ProviderError where the response is one that failed */
export function failed(response: JsonObject): void {
  if (response.status === 'failed' || isJsonObject(response.error)) throw providerError(response.error);
}

/** What is known of a response once it is over. */
export function ending(
  response: JsonObject,
  output: readonly Json[],
  kept: boolean,
): Pick<ChatResponse, 'conversationId' | 'finishReason' | 'usage'> {
  return defined({
    conversationId: kept && response.store !== false ? conversationId(response) : undefined,
    finishReason: finishReason(response, output),
    usage: usageDetails(response.usage),
  });
}

/** The id of an item, if it is a message. */
export function messageIdOf(item: unknown): string | undefined {
  return isJsonObject(item) && item.type === 'message' ? text(item.id) : undefined;
}

/** A response goes on under its own id or, where it is part of a conversation, under the id of that. */
function conversationId(response: JsonObject): string | undefined {
  const { conversation } = response;
  return (isJsonObject(conversation) ? text(conversation.id) : undefined) ?? text(response.id);
}

const incompleteReasons = new Map([
  ['max_output_tokens', 'length'],
  ['content_filter', 'content_filter'],
]);

/**
 * The API has a status and no reason: an incomplete response says its own, and a call that was cut off by it is not to be
 * answered. Words that the contract lacks (`cancelled`) stay as they are; a response that is not over has none.
 */
function finishReason(response: JsonObject, output: readonly Json[]): string | undefined {
  const items = output.filter(isJsonObject);
  switch (response.status) {
    case 'completed':
      if (items.some(asksTheApplication)) return 'tool_calls';
      return items.some(isRefused) ? 'content_filter' : 'stop';
    case 'incomplete': {
      const { incomplete_details: details } = response;
      const reason = (isJsonObject(details) ? wording(details.reason) : undefined) ?? 'incomplete';
      return incompleteReasons.get(reason) ?? reason;
    }
    case 'cancelled':
      return 'cancelled';
    default:
      return undefined;
  }
}

function isRefused({ type, content }: JsonObject): boolean {
  return type === 'message' && (list(content) ?? []).some((part) => isJsonObject(part) && part.type === 'refusal');
}

function usageDetails(usage: Json | undefined): UsageDetails | undefined {
  if (!isJsonObject(usage)) return undefined;
  const { input_tokens_details: input, output_tokens_details: output } = usage;
  return defined({
    inputTokens: count(usage.input_tokens),
    outputTokens: count(usage.output_tokens),
    cachedInputTokens: isJsonObject(input) ? count(input.cached_tokens) : undefined,
    reasoningTokens: isJsonObject(output) ? count(output.reasoning_tokens) : undefined,
  });
}
