/** Ids of calls as Mistral takes them: 9 letters and digits. Those of other providers have other forms. */
import { createHash } from 'node:crypto';
import type { ChatMessage, Content } from '../../../spec/contract/index.ts';

/** The conversation with ids that Mistral takes: its own stay, each other one becomes the same one wherever it stands. */
export const withMistralIds = (messages: readonly ChatMessage[]): ChatMessage[] =>
  messages.map((message) => ({ ...message, contents: message.contents.map(renamed) }));

function renamed(content: Content): Content {
  if (content.type !== 'function-call' && content.type !== 'function-result') return content;
  return { ...content, callId: mistralId(content.callId) };
}

/** Of 36 bits: that two ids of one conversation became one is not to be feared. */
const mistralId = (id: string): string =>
  /^[a-zA-Z0-9]{9}$/.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, 9);
