/** Messages of the contract as `system` and `messages` of the request body. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { ActionCallContent, ChatMessage, ChatRole, Warning } from '../../../spec/contract/index.ts';
import { assistantBlocks, textBlock } from './assistant-blocks.ts';
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
 * Roles `tool` and `user` are both the user's turn. Neighbours of one role become one message: the API would combine them
 * anyway, but it demands that the message after a call begins with the results of all calls, so they must stand together
 * and first. Messages without any block are left out, because the API refuses them.
 *
 * System messages go to the top, wherever they stood: only some models take them in between.
 */
export function conversation(messages: readonly ChatMessage[]): Conversation {
  const result: Conversation = { system: [], messages: [], warnings: [] };
  const actions = new Map<string, ActionCallContent>();
  for (const message of messages) {
    if (message.role === 'system') {
      result.system.push(...message.contents.flatMap((content) => systemBlock(content)));
      continue;
    }
    for (const content of message.contents) if (content.type === 'action-call') actions.set(content.callId, content);
    const role = roles[message.role];
    if (!role) throw unsendable(`a message has the unknown role ${JSON.stringify(message.role)}`);
    const blocks =
      role === 'assistant'
        ? assistantBlocks(message.contents, result.warnings)
        : message.contents.flatMap((content) => userBlock(content, actions));
    const last = result.messages.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else if (blocks.length > 0) result.messages.push({ role, content: blocks });
  }
  for (const { content } of result.messages) resultsFirst(content);
  return result;
}

const roles: Partial<Record<ChatRole, WireMessage['role']>> = { assistant: 'assistant', user: 'user', tool: 'user' };

function systemBlock(content: ChatMessage['contents'][number]): JsonObject[] {
  if (content.type !== 'text') throw unsendable(`a system message holds "${content.type}"; Anthropic takes text alone`);
  return content.text === '' ? [] : [textBlock(content.text)];
}

function resultsFirst(blocks: JsonObject[]): void {
  const rank = (block: JsonObject) => (block.type === 'tool_result' ? 0 : 1);
  blocks.sort((a, b) => rank(a) - rank(b));
}
