import type { Json } from '../../../files/canonical-json.ts';
import type { ChatMessage, Content } from '../../../spec/contract/index.ts';

/** Each item that the model wrote makes a message, under its id; what stands between two of them belongs to the first. */
export function writtenMessages(
  items: readonly Json[],
  contentsOf: (item: Json) => readonly Content[],
  idOf: (item: Json) => string | undefined,
): ChatMessage[] {
  const messages: { role: 'assistant'; contents: Content[]; messageId?: string }[] = [];
  for (const item of items) {
    const contents = contentsOf(item);
    const id = idOf(item);
    const last = messages.at(-1);
    if (!last || (id !== undefined && last.messageId !== undefined && last.messageId !== id)) {
      messages.push({ role: 'assistant', contents: [...contents], ...(id === undefined ? {} : { messageId: id }) });
    } else {
      last.contents.push(...contents);
      if (id !== undefined) last.messageId = id;
    }
  }
  return messages;
}
