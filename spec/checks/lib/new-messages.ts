import type { ChatMessage, ChatOptions } from '../../contract/index.ts';

/**
 * The messages that a request must carry: all of them where the conversation is replayed, and those since the assistant's
 * last word where the provider keeps the conversation (`conversationId`).
 */
export function newMessages(messages: readonly ChatMessage[], options: ChatOptions): readonly ChatMessage[] {
  if (options.conversationId === undefined) return messages;
  return messages.slice(messages.findLastIndex((m) => m.role === 'assistant') + 1);
}
