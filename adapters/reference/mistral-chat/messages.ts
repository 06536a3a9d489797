/** Messages of the contract as `messages` of the request body. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { ChatMessage, FunctionResultContent } from '../../../spec/contract/index.ts';
import { systemMessage, systemText, userMessages } from '../shared/chat/messages.ts';
import { defined } from '../shared/defined.ts';
import { unsendable } from '../shared/mistral/errors.ts';
import { resultText } from '../shared/result-text.ts';
import { assistantMessage } from './assistant-message.ts';
import { withMistralIds } from './call-ids.ts';
import { userPart } from './user-parts.ts';

/** Results of functions are messages of their own, wherever they stood; the instructions come first. */
export function conversation(said: readonly ChatMessage[], instructions = ''): JsonObject[] {
  const messages = withMistralIds(said);
  const written = messages.flatMap(({ role, contents }) => {
    switch (role) {
      case 'system':
        return systemMessage(systemText(contents, unsendable));
      case 'assistant':
        return assistantMessage(contents);
      case 'user':
      case 'tool':
        return userMessages(contents, { part: userPart, result: toolMessage });
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

const toolMessage = (content: FunctionResultContent): JsonObject =>
  defined({ role: 'tool', tool_call_id: content.callId, name: content.name, content: resultText(content) });
