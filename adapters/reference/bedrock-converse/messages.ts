/** Messages of the contract as `system` and `messages` of the request body. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { ChatMessage, Warning } from '../../../spec/contract/index.ts';
import { assistantBlocks } from './assistant-blocks.ts';
import { unsendable } from './errors.ts';
import { userBlock } from './user-blocks.ts';

export type WireMessage = {
  readonly role: 'user' | 'assistant';
  readonly content: JsonObject[];
};

export interface Conversation {
  /** Blocks for `system`, in order. */
  readonly system: JsonObject[];
  readonly messages: WireMessage[];
  readonly warnings: Warning[];
}

/**
 * Roles `tool` and `user` are both the user's turn. Neighbours of one role become one message: roles must alternate, and the
 * message after a call begins with the results of all calls. Messages without any block are left out, because the API refuses
 * them.
 *
 * System messages go to the top, wherever they stood: only some models take them in between.
 */
export function conversation(messages: readonly ChatMessage[]): Conversation {
  const result: Conversation = { system: [], messages: [], warnings: [] };
  for (const message of messages) {
    if (message.role === 'system') {
      result.system.push(...message.contents.flatMap((content) => systemBlock(content)));
      continue;
    }
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const blocks =
      role === 'assistant' ? assistantBlocks(message.contents, result.warnings) : message.contents.flatMap(userBlock);
    const last = result.messages.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else if (blocks.length > 0) result.messages.push({ role, content: blocks });
  }
  for (const message of result.messages) if (message.role === 'user') resultsFirst(message.content);
  return result;
}

/** True where a conversation holds calls or results. */
export const hasToolBlocks = (messages: readonly WireMessage[]): boolean =>
  messages.some(({ content }) => content.some((block) => 'toolUse' in block || 'toolResult' in block));

function systemBlock(content: ChatMessage['contents'][number]): JsonObject[] {
  if (content.type !== 'text') throw unsendable(`a system message holds "${content.type}"; Converse takes text alone`);
  return content.text === '' ? [] : [{ text: content.text }];
}

function resultsFirst(blocks: JsonObject[]): void {
  const rank = (block: JsonObject) => ('toolResult' in block ? 0 : 1);
  blocks.sort((a, b) => rank(a) - rank(b));
}
