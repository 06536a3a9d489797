/** Messages of the contract as `messages` of the request body. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { ChatMessage, Content, FunctionResultContent, Warning } from '../../../spec/contract/index.ts';
import { isFunctionCall } from '../shared/chat/calls.ts';
import { unsendable } from '../shared/openai/errors.ts';
import { assistantMessage } from './assistant-message.ts';
import { functionMessage, toolMessage, userPart } from './user-parts.ts';

export interface Conversation {
  readonly messages: JsonObject[];
  readonly warnings: Warning[];
}

/** Results of functions are messages of their own, wherever they stood; the instructions come first. */
export function conversation(messages: readonly ChatMessage[], instructions = ''): Conversation {
  const warnings: Warning[] = [];
  const named = namedCalls(messages);
  const said = messages.flatMap(({ role, contents }) => {
    switch (role) {
      case 'system':
        return systemMessage(contents.map(systemText).join(''));
      case 'assistant':
        return assistantMessage(contents, warnings);
      case 'user':
      case 'tool':
        return userMessages(contents, named);
      default:
        throw unsendable(`a message has the unknown role ${JSON.stringify(role)}`);
    }
  });
  return { messages: [...systemMessage(instructions), ...said], warnings };
}

/** Ids that stand for calls without one, which are answered by name. */
function namedCalls(messages: readonly ChatMessage[]): ReadonlySet<string> {
  const calls = messages.flatMap(({ contents }) => contents.filter((content) => content.type === 'function-call'));
  return new Set(calls.filter(isFunctionCall).map(({ callId }) => callId));
}

/** Parts that stand together are one message; a result between them parts them. */
function userMessages(contents: readonly Content[], named: ReadonlySet<string>): JsonObject[] {
  const messages: JsonObject[] = [];
  let parts: JsonObject[] = [];
  const result = (content: FunctionResultContent) =>
    named.has(content.callId) ? functionMessage(content) : toolMessage(content);
  for (const content of contents) {
    if (content.type === 'function-result') {
      messages.push(...userMessage(parts), result(content));
      parts = [];
    } else parts.push(...userPart(content));
  }
  return [...messages, ...userMessage(parts)];
}

/** A text alone goes as text; none where there is nothing in it. */
function userMessage(parts: JsonObject[]): JsonObject[] {
  const [first, ...others] = parts;
  if (!first) return [];
  const text = others.length === 0 && first.type === 'text' ? first.text : undefined;
  return [{ role: 'user', content: text ?? parts }];
}

function systemMessage(content: string): JsonObject[] {
  return content === '' ? [] : [{ role: 'system', content }];
}

function systemText(content: Content): string {
  if (content.type === 'text') return content.text;
  throw unsendable(`a system message holds "${content.type}"; this adapter sends text alone`);
}
