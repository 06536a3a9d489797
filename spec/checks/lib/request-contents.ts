import type { Json } from '../../../lib/canonical-json.ts';
import type { ChatMessage, ChatOptions } from '../../contract/index.ts';
import type { Step } from '../../engine/trace.ts';

/** A conversation, with what the model was told before it apart. */
export interface Instructed {
  /** The option and the texts of the system that come first, in order; `undefined` where there are none. */
  readonly instructions: string | undefined;
  /** How many messages of the system stand before all others. */
  readonly before: number;
}

/**
 * What the model was told before the conversation begins. Callers say it as an option or as messages of the system, and some APIs
 * have one place for both: which of the two it was is not seen on their wire.
 */
export function instructed(messages: readonly ChatMessage[], options: Pick<ChatOptions, 'instructions'>): Instructed {
  const first = messages.findIndex(({ role }) => role !== 'system');
  const before = first < 0 ? messages.length : first;
  const texts = messages
    .slice(0, before)
    .flatMap(({ contents }) => contents.map((c) => (c.type === 'text' ? c.text : '')));
  const said = [options.instructions ?? '', ...texts].filter((text) => text !== '');
  return { instructions: said.length === 0 ? undefined : said.join('\n\n'), before };
}

/**
 * The messages that a request must carry: all of them where the conversation is replayed, and those since the assistant's
 * last word where the request itself names a conversation that the provider keeps. That a caller was given an id proves
 * nothing: it has to be on the wire.
 */
export function newMessages(messages: readonly ChatMessage[], onWire: ChatOptions): readonly ChatMessage[] {
  if (onWire.conversationId === undefined) return messages;
  return messages.slice(messages.findLastIndex((m) => m.role === 'assistant') + 1);
}

/**
 * True where a call warned that something it was asked has no place in the provider's API. A call that ended with an error has
 * nothing to warn in.
 */
export const isWarnedOf = (member: string, { response }: Step): boolean =>
  !response ||
  response.warnings.some(({ code, message }) => code === 'unsupported-setting' && message.includes(member));

/** True for a text, a list or an object that holds nothing: a setting that is there, and sets nothing. */
export const isEmpty = (value: Json | undefined): boolean =>
  value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
