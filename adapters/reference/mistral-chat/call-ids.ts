/** Ids of calls as Mistral takes them: 9 letters and digits. Those of other providers have other forms. */
import { createHash } from 'node:crypto';
import type { ChatMessage, Content } from '../../../spec/contract/index.ts';

/** The conversation with ids that Mistral takes: its own stay, each other one becomes the same one wherever it stands. */
export function withMistralIds(messages: readonly ChatMessage[]): ChatMessage[] {
  const ids = new Set(messages.flatMap(({ contents }) => contents.flatMap(idIn)));
  const taken = new Set([...ids].filter(isMistrals));
  const made = new Map([...ids].map((id) => [id, isMistrals(id) ? id : madeOf(id, taken)]));
  return messages.map((message) => ({
    ...message,
    contents: message.contents.map((content) => renamed(content, made)),
  }));
}

const isMistrals = (id: string): boolean => /^[a-zA-Z0-9]{9}$/.test(id);

const idIn = (content: Content): string[] =>
  content.type === 'function-call' || content.type === 'function-result' ? [content.callId] : [];

function renamed(content: Content, made: ReadonlyMap<string, string>): Content {
  if (content.type !== 'function-call' && content.type !== 'function-result') return content;
  return { ...content, callId: made.get(content.callId) ?? content.callId };
}

/** @param taken is added to: two ids never become one */
function madeOf(id: string, taken: Set<string>): string {
  for (let attempt = 0; ; attempt++) {
    const made = createHash('sha256').update(`${attempt}:${id}`).digest('hex').slice(0, 9);
    if (taken.has(made)) continue;
    taken.add(made);
    return made;
  }
}
