import type { Content } from './contents.ts';
import type { ChatMessage, ChatResponse, ChatResponseUpdate, UsageDetails, Warning } from './messages.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Folds the updates of a stream into the response they make, after M.E.AI `ToChatResponse`: pieces of text and of reasoning
 * are concatenated within a message, everything else is kept as it came, in order.
 */
export function foldUpdates(updates: Iterable<ChatResponseUpdate>): ChatResponse {
  const messages: Mutable<ChatMessage>[] = [];
  const warnings: Warning[] = [];
  const response: Mutable<ChatResponse> = { messages, warnings };
  for (const update of updates) {
    if (update.responseId !== undefined) response.responseId = update.responseId;
    if (update.conversationId !== undefined) response.conversationId = update.conversationId;
    if (update.modelId !== undefined) response.modelId = update.modelId;
    if (update.finishReason !== undefined) response.finishReason = update.finishReason;
    if (update.usage) response.usage = addUsage(response.usage, update.usage);
    if (update.warnings) warnings.push(...update.warnings);
    if (update.contents.length > 0) appendTo(messageFor(messages, update), update.contents);
  }
  return response;
}

function messageFor(messages: Mutable<ChatMessage>[], update: ChatResponseUpdate): Mutable<ChatMessage> {
  const last = messages.at(-1);
  const role = update.role ?? last?.role ?? 'assistant';
  const continues =
    last?.role === role &&
    (update.messageId === undefined || last.messageId === undefined || last.messageId === update.messageId);
  if (last && continues) {
    if (update.messageId !== undefined) last.messageId = update.messageId;
    return last;
  }
  const message: Mutable<ChatMessage> = { role, contents: [] };
  if (update.messageId !== undefined) message.messageId = update.messageId;
  messages.push(message);
  return message;
}

/** In place: a copy for each of thousands of contents would take seconds. The message is made here. */
function appendTo({ contents }: Mutable<ChatMessage>, more: readonly Content[]): void {
  for (const content of more) {
    const last = contents.at(-1);
    const joined = last && join(last, content);
    if (joined) contents[contents.length - 1] = joined;
    else contents.push(content);
  }
}

/** Two neighbouring pieces as one, or `undefined` where a new content begins. */
function join(last: Content, next: Content): Content | undefined {
  if (last.type === 'text' && next.type === 'text' && !last.rawRepresentation && !next.rawRepresentation) {
    const annotations = [...(last.annotations ?? []), ...(next.annotations ?? [])];
    return { type: 'text', text: last.text + next.text, ...(annotations.length > 0 ? { annotations } : {}) };
  }
  if (last.type === 'reasoning' && next.type === 'reasoning' && last.protectedData === undefined) {
    return { ...last, ...next, text: last.text + next.text };
  }
  return undefined;
}

/** Sums two usages; a member absent from both stays absent. */
export function addUsage(a: UsageDetails | undefined, b: UsageDetails): UsageDetails {
  const sum: Record<string, number> = { ...a };
  for (const [key, value] of Object.entries(b)) sum[key] = (sum[key] ?? 0) + value;
  return sum;
}
