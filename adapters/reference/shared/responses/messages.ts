/** Messages of the contract as `input` of the request body. */
import type { JsonObject } from '../../../../files/canonical-json.ts';
import type { ChatMessage, Content, Warning } from '../../../../spec/contract/index.ts';
import { unsendable } from '../openai.ts';
import { assistantItems } from './assistant-items.ts';
import { type Calls, callsIn, userItem, userPart } from './user-items.ts';

export interface Conversation {
  readonly input: JsonObject[];
  readonly warnings: Warning[];
}

/**
 * Each message becomes one or more items. Results of functions are items of their own, wherever they stood.
 *
 * @param kept whether OpenAI has all up to the assistant's last word already
 */
export function conversation(messages: readonly ChatMessage[], kept: boolean): Conversation {
  const warnings: Warning[] = [];
  const unsaid = kept ? messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1) : messages;
  const calls = callsIn(messages);
  const input = unsaid.flatMap(({ role, contents }) => {
    switch (role) {
      case 'system':
        return message('system', contents.flatMap(systemPart));
      case 'assistant':
        return assistantItems(contents, warnings);
      case 'user':
      case 'tool':
        return userItems(contents, calls);
      default:
        throw unsendable(`a message has the unknown role ${JSON.stringify(role)}`);
    }
  });
  return { input, warnings };
}

/** Parts that stand together are one message; an item between them parts them. */
function userItems(contents: readonly Content[], calls: Calls): JsonObject[] {
  const items: JsonObject[] = [];
  let parts: JsonObject[] = [];
  for (const content of contents) {
    const part = userPart(content);
    if (part) {
      parts.push(...part);
      continue;
    }
    items.push(...message('user', parts), userItem(content, calls));
    parts = [];
  }
  return [...items, ...message('user', parts)];
}

/** None where there is nothing in it: the API refuses those. */
function message(role: 'system' | 'user', content: JsonObject[]): JsonObject[] {
  return content.length > 0 ? [{ type: 'message', role, content }] : [];
}

function systemPart(content: Content): JsonObject[] {
  if (content.type !== 'text')
    throw unsendable(`a system message holds "${content.type}"; this adapter sends text alone`);
  return content.text === '' ? [] : [{ type: 'input_text', text: content.text }];
}
