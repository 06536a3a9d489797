/** Messages of the contract as `messages` of the request body. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { ChatMessage, Content, FunctionResultContent } from '../../../spec/contract/index.ts';
import { systemMessage, systemText, userMessages } from '../shared/chat/messages.ts';
import { unsendable } from '../shared/mistral/errors.ts';
import { resultText } from '../shared/result-text.ts';
import { assistantMessage } from './assistant-message.ts';
import { withMistralIds } from './call-ids.ts';
import { userPart } from './user-parts.ts';

/** Results of functions are messages of their own, wherever they stood; the instructions come first. */
export function conversation(said: readonly ChatMessage[], instructions = ''): JsonObject[] {
  const messages = withMistralIds(said);
  const names = new Map(messages.flatMap(({ contents }) => contents.flatMap(nameOfCall)));
  const written = messages.flatMap(({ role, contents }) => {
    switch (role) {
      case 'system':
        return systemMessage(systemText(contents, unsendable));
      case 'assistant':
        return assistantMessage(contents);
      case 'user':
      case 'tool':
        return userMessages(contents, { part: userPart, result: (content) => toolMessage(content, names) });
      default:
        throw unsendable(`a message has the unknown role ${JSON.stringify(role)}`);
    }
  });
  return answered([...systemMessage(instructions), ...written]);
}

/**
 * Where the user speaks right after what tools gave, the assistant has said nothing yet, and the API refuses that order: it has
 * said a space.
 */
const answered = (messages: readonly JsonObject[]): JsonObject[] =>
  messages.flatMap((message, i) =>
    message.role === 'user' && messages[i - 1]?.role === 'tool'
      ? [{ role: 'assistant', content: ' ' }, message]
      : [message],
  );

const nameOfCall = (content: Content): [callId: string, name: string][] =>
  content.type === 'function-call' ? [[content.callId, content.name]] : [];

/** A result names its function, too: by itself, or by the call that it answers. */
function toolMessage(content: FunctionResultContent, names: ReadonlyMap<string, string>): JsonObject {
  const { callId, name = names.get(callId) } = content;
  const named = name === undefined ? {} : { name };
  return { role: 'tool', tool_call_id: callId, ...named, content: resultText(content) };
}
