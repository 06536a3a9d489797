/** Output items of a response as contents of the contract. Whatever the item, nothing of it is lost. */
import { isJsonObject, type Json, type JsonObject } from '../../../../files/canonical-json.ts';
import { type Content, WireError } from '../../../../spec/contract/index.ts';
import { defined } from '../defined.ts';
import { list, text } from '../json.ts';
import { actionCall, isAction } from './action-items.ts';
import { customCall, functionCall } from './function-call.ts';
import { approvalRequest, hostedContents, isItem } from './hosted-items.ts';
import { messageContents } from './message-item.ts';

/**
 * What is not known arrives as `HostedToolResultContent` with the item in `rawRepresentation`.
 *
 * @throws WireError for what is no item, or a call that nobody could answer
 */
export function contentsOfItem(item: unknown): Content[] {
  if (!isItem(item)) throw new WireError('An output item is not a JSON object with a type.');
  switch (item.type) {
    case 'message':
      return messageContents(item);
    case 'reasoning':
      return [reasoning(item)];
    case 'function_call':
      return [functionCall(item)];
    case 'custom_tool_call':
      return [customCall(item)];
    case 'mcp_approval_request': {
      const id = text(item.id);
      return id === undefined ? hostedContents(item, item.type) : [approvalRequest(item, id)];
    }
    default: {
      const action = actionCall(item);
      return action ? [action] : hostedContents(item, item.type);
    }
  }
}

/** True for an item after which the application must act. */
export function asksTheApplication(item: JsonObject): boolean {
  const { type } = item;
  return type === 'function_call' || type === 'custom_tool_call' || type === 'mcp_approval_request' || isAction(item);
}

function reasoning(item: JsonObject): Content {
  return defined({
    type: 'reasoning' as const,
    text: textOfReasoning(item),
    protectedData: text(item.encrypted_content),
    rawRepresentation: item,
  });
}

/** The summary or, where a model shows it instead, the reasoning itself. */
export function textOfReasoning(item: JsonObject): string {
  return textsOf(item.summary) || textsOf(item.content);
}

function textsOf(parts: Json | undefined): string {
  return (list(parts) ?? []).map((part) => (isJsonObject(part) ? (text(part.text) ?? '') : '')).join('');
}
