/** Messages of the contract as `messages` of the request body. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { ChatMessage, Content, FunctionResultContent } from '../../../spec/contract/index.ts';
import { unsendable } from '../shared/mistral/errors.ts';
import { resultText } from '../shared/result-text.ts';
import { assistantMessage } from './assistant-message.ts';
import { userPart } from './user-parts.ts';

/** Results of functions are messages of their own, wherever they stood; the instructions come first. */
export function conversation(messages: readonly ChatMessage[], instructions = ''): JsonObject[] {
  const names = new Map(messages.flatMap(({ contents }) => contents.flatMap(nameOfCall)));
  const said = messages.flatMap(({ role, contents }) => {
    switch (role) {
      case 'system':
        return systemMessage(contents.map(systemText).join(''));
      case 'assistant':
        return assistantMessage(contents);
      case 'user':
      case 'tool':
        return userMessages(contents, names);
      default:
        throw unsendable(`a message has the unknown role ${JSON.stringify(role)}`);
    }
  });
  return [...systemMessage(instructions), ...said];
}

const nameOfCall = (content: Content): [callId: string, name: string][] =>
  content.type === 'function-call' ? [[content.callId, content.name]] : [];

/** Parts that stand together are one message; a result between them parts them. */
function userMessages(contents: readonly Content[], names: ReadonlyMap<string, string>): JsonObject[] {
  const messages: JsonObject[] = [];
  let parts: JsonObject[] = [];
  for (const content of contents) {
    if (content.type === 'function-result') {
      messages.push(...userMessage(parts), toolMessage(content, names));
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

/** A result names its function, too: by itself, or by the call that it answers. */
function toolMessage(content: FunctionResultContent, names: ReadonlyMap<string, string>): JsonObject {
  const { callId, name = names.get(callId) } = content;
  const named = name === undefined ? {} : { name };
  return { role: 'tool', tool_call_id: callId, ...named, content: resultText(content) };
}

function systemMessage(content: string): JsonObject[] {
  return content === '' ? [] : [{ role: 'system', content }];
}

function systemText(content: Content): string {
  if (content.type === 'text') return content.text;
  throw unsendable(`a system message holds "${content.type}"; this adapter sends text alone`);
}
