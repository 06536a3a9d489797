/** Messages of the contract as `messages` of the request body. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { ChatMessage, FunctionResultContent, Warning } from '../../../spec/contract/index.ts';
import { isFunctionCall } from '../shared/chat/calls.ts';
import { systemMessage, systemText, userMessages } from '../shared/chat/messages.ts';
import { unsendable } from '../shared/openai.ts';
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
  const result = (content: FunctionResultContent) =>
    named.has(content.callId) ? functionMessage(content) : toolMessage(content);
  const said = messages.flatMap(({ role, contents }) => {
    switch (role) {
      case 'system':
        return systemMessage(systemText(contents, unsendable));
      case 'assistant':
        return assistantMessage(contents, warnings);
      case 'user':
      case 'tool':
        return userMessages(contents, { part: userPart, result });
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
