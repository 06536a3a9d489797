/** Messages of the contract as turns of a user and a model that alternate. Pure. */
import type { JsonObject } from '../../../lib/canonical-json.ts';
import type { ChatMessage, Content, Warning } from '../../../spec/contract/index.ts';

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

type Contents = { readonly [C in Content as C['type']]: C };

/** How an API writes contents, as none or more blocks each. */
export interface Blocks {
  readonly system: (content: Content) => JsonObject[];
  /** Of the model too, where nothing below is said of them. */
  readonly user: (content: Content) => JsonObject[];
  /** Adds to the blocks of the model, and may replace some. */
  readonly text: (blocks: JsonObject[], content: Contents['text']) => void;
  readonly reasoning: (content: Contents['reasoning'], warnings: Warning[]) => JsonObject[];
  readonly call: (content: Contents['function-call']) => JsonObject;
  readonly action: (content: Contents['action-call']) => JsonObject;
}

/**
 * Roles `tool` and `user` are both the user's turn. Neighbors of one role become one message: roles must alternate, and the
 * message after a call holds the results of all calls. Messages without any block are left out, because the APIs refuse them.
 *
 * System messages go to the top, wherever they stood: only some models take them in between.
 */
export function turnsOf(messages: readonly ChatMessage[], blocks: Blocks): Conversation {
  const result: Conversation = { system: [], messages: [], warnings: [] };
  for (const message of messages) {
    if (message.role === 'system') {
      result.system.push(...message.contents.flatMap((content) => blocks.system(content)));
      continue;
    }
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const content =
      role === 'assistant'
        ? assistantBlocks(message.contents, result.warnings, blocks)
        : message.contents.flatMap((one) => blocks.user(one));
    const last = result.messages.at(-1);
    if (last?.role === role) last.content.push(...content);
    else if (content.length > 0) result.messages.push({ role, content });
  }
  return result;
}

/**
 * What the model said earlier, as the content blocks it was. Opaque state (signatures, hidden results) and blocks that an adapter has no
 * content for go back as they came, from `rawRepresentation`; where the contract has members of its own, those count, so that an application
 * can edit or build a conversation.
 *
 * @param warnings is added to
 */
function assistantBlocks(contents: readonly Content[], warnings: Warning[], write: Blocks): JsonObject[] {
  const blocks: JsonObject[] = [];
  for (const content of contents) {
    switch (content.type) {
      case 'text':
        write.text(blocks, content);
        break;
      case 'reasoning':
        blocks.push(...write.reasoning(content, warnings));
        break;
      case 'function-call':
        blocks.push(write.call(content));
        break;
      case 'action-call':
        blocks.push(write.action(content));
        break;
      case 'error':
        // A note on the answer (why it was refused), not a part of what the model said.
        break;
      default:
        blocks.push(...write.user(content));
    }
  }
  return blocks;
}
