/** From the body of a response to the contract. Pure. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import { type ChatResponse, type UsageDetails, WireError } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { count, list, text } from '../shared/json.ts';
import { writtenMessages } from '../shared/written-messages.ts';
import { asksTheApplication, contentsOfEntry } from './entries.ts';

/**
 * @param isKept whether Mistral was asked, or left, to keep the conversation
 * @throws WireError when it is no response
 */
export function responseFromBody(body: unknown, isKept: boolean): ChatResponse {
  const outputs = isJsonObject(body) ? list(body.outputs) : undefined;
  if (!isJsonObject(body) || !outputs) throw new WireError('The response of Mistral has no list in "outputs".');
  const entries = outputs.filter(isJsonObject);
  return defined({
    messages: writtenMessages(outputs, contentsOfEntry, messageIdOf),
    conversationId: conversationId(body, isKept),
    modelId: entries.map(modelOf).findLast(isText),
    finishReason: finishReason(entries),
    usage: usageDetails(body.usage),
    warnings: [],
    rawRepresentation: body,
  });
}

/** Only of a conversation that can be gone on with. */
export const conversationId = (said: JsonObject, isKept: boolean): string | undefined =>
  isKept ? text(said.conversation_id) : undefined;

export const modelOf = ({ model }: JsonObject): string | undefined => text(model);

const isText = (value: string | undefined): value is string => value !== undefined;

/**
 * The API does not say why the model ended. That the application must act can be seen; an answer that was cut off by a limit
 * cannot be told from a whole one.
 */
export const finishReason = (entries: readonly JsonObject[]): string =>
  entries.some(asksTheApplication) ? 'tool_calls' : 'stop';

/** Tokens of connectors are counted apart, and are neither the model's input nor its output. */
export function usageDetails(usage: Json | undefined): UsageDetails | undefined {
  if (!isJsonObject(usage)) return undefined;
  return defined({ inputTokens: count(usage.prompt_tokens), outputTokens: count(usage.completion_tokens) });
}

/** The id of an entry, if the model wrote it. */
export function messageIdOf(entry: unknown): string | undefined {
  return isJsonObject(entry) && entry.type === 'message.output' ? text(entry.id) : undefined;
}
