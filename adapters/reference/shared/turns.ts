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

/** How an API writes contents, as none or more blocks each. */
export interface Blocks {
  readonly system: (content: Content) => JsonObject[];
  readonly user: (content: Content) => JsonObject[];
  readonly assistant: (contents: readonly Content[], warnings: Warning[]) => JsonObject[];
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
        ? blocks.assistant(message.contents, result.warnings)
        : message.contents.flatMap((one) => blocks.user(one));
    const last = result.messages.at(-1);
    if (last?.role === role) last.content.push(...content);
    else if (content.length > 0) result.messages.push({ role, content });
  }
  return result;
}
