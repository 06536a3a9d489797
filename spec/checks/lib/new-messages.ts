import type { ChatMessage, ChatOptions } from '../../contract/index.ts';

/**
 * The messages that a request must carry: all of them where the conversation is replayed, and those since the assistant's
 * last word where the request itself names a conversation that the provider keeps. That a caller was given an id proves
 * nothing: it has to be on the wire.
 */
export function newMessages(messages: readonly ChatMessage[], onWire: ChatOptions): readonly ChatMessage[] {
  if (onWire.conversationId === undefined) return messages;
  return messages.slice(messages.findLastIndex((m) => m.role === 'assistant') + 1);
}
