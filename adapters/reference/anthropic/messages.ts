/** Messages of the contract as `system` and `messages` of the request body. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { ChatMessage, Warning } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
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
  for (const message of messages) {
    if (message.role === 'system') {
      result.system.push(...message.contents.flatMap((content) => systemBlock(content)));
      continue;
    }
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const blocks =
      role === 'assistant'
        ? assistantBlocks(message.contents, result.warnings)
        : message.contents.flatMap((content) => userBlock(content));
    const last = result.messages.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else if (blocks.length > 0) result.messages.push({ role, content: blocks });
  }
  return { ...result, messages: settled(result.messages) };
}

/** Results stand first, and say of which toolset the call was that they answer. Source: the SDK's `toolsetResultBlock`. */
function settled(messages: readonly WireMessage[]): WireMessage[] {
  const toolsets = new Map(messages.flatMap(({ content }) => content.map((b) => [b.id, b.toolset_name])));
  return messages.map(({ role, content }) => {
    const isResult = (block: JsonObject) => block.type === 'tool_result';
    const results = content
      .filter(isResult)
      .map((result) => defined({ ...result, toolset_name: toolsets.get(result.tool_use_id) }) as JsonObject);
    return { role, content: [...results, ...content.filter((block) => !isResult(block))] };
  });
}

function systemBlock(content: ChatMessage['contents'][number]): JsonObject[] {
  if (content.type !== 'text') throw unsendable(`a system message holds "${content.type}"; Anthropic takes text alone`);
  return content.text === '' ? [] : [textBlock(content.text)];
}
