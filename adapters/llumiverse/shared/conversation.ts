/** The conversation that the library keeps, as the contract's `conversationId`. Pure. */
import { isJsonObject, type Json } from '../../../files/canonical-json.ts';
import type { ChatMessage } from '../../../spec/contract/index.ts';

export interface Kept {
  /** The library's own object. */
  readonly conversation: unknown;
  /** How many messages it holds behind the last word of the assistant's: an answer without a word leaves no message. */
  readonly unanswered: number;
}

export const idOf = (kept: Kept): string => JSON.stringify(kept);

/** `undefined` for the id of a conversation that the library did not make. */
export function keptIn(id: string): Kept | undefined {
  try {
    const kept: Json = JSON.parse(id);
    if (!isJsonObject(kept) || typeof kept.unanswered !== 'number') return undefined;
    return { conversation: kept.conversation, unanswered: kept.unanswered };
  } catch {
    return undefined;
  }
}

/** What was said behind the last word of the assistant's. */
export const saidSince = (messages: readonly ChatMessage[]): readonly ChatMessage[] =>
  messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);

/** What of it is new. A caller may say the whole conversation again, or what is new of it alone. */
export function newIn(messages: readonly ChatMessage[], { unanswered }: Kept): readonly ChatMessage[] {
  const said = saidSince(messages);
  return said.length > unanswered ? said.slice(unanswered) : said;
}
