import type { ChatMessage, ChatOptions } from '../../contract/index.ts';

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
