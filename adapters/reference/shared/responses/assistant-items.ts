/** What the model said earlier, as the output items it was. */
import { isJsonObject, type Json, type JsonObject, jsonEquals } from '../../../../files/canonical-json.ts';
import type { Content, FunctionCallContent, TextReasoningContent, Warning } from '../../../../spec/contract/index.ts';
import { writtenArguments } from '../arguments.ts';
import { textOfMessage } from './message-item.ts';
import { verbatim } from './user-items.ts';

/**
 * Items go back as they came, from `rawRepresentation`, with their ids, encrypted reasoning and all members that have no word
 * in the contract; where an application changed or built a content, its own members count.
 *
 * @param warnings is added to
 * @throws ProviderError (code `invalid_request_error`) for what the API has no item for
 */
export function assistantItems(contents: readonly Content[], warnings: Warning[]): JsonObject[] {
  const items: JsonObject[] = [];
  // Words whose item is not known yet: from a stream, pieces come first and an empty piece with the item follows them.
  let words = '';
  const endText = (said: string) => {
    if (said !== '') items.push({ type: 'message', role: 'assistant', content: said });
    words = '';
  };
  for (const content of contents) {
    const item = rawItem(content, 'message');
    if (content.type === 'text' || (content.type === 'error' && item)) {
      words += content.type === 'text' ? content.text : '';
      const own = item && textOfMessage(item);
      if (!item || own === undefined || !words.endsWith(own)) continue;
      endText(words.slice(0, words.length - own.length));
      items.push(item);
    } else {
      endText(words);
      for (const next of itemsOf(content, warnings)) if (!jsonEquals(items.at(-1) ?? null, next)) items.push(next);
    }
  }
  endText(words);
  return items;
}

/** Of a call and its result that are one item on the wire, both give that item; it is sent once. */
function itemsOf(content: Content, warnings: Warning[]): JsonObject[] {
  switch (content.type) {
    case 'reasoning':
      return reasoningItem(content, warnings);
    case 'function-call':
      return [functionCall(content)];
    case 'error':
      // A note on the answer, not a part of what the model said.
      return [];
    default:
      return [verbatim(content)];
  }
}

function rawItem(content: Content, type: string): JsonObject | undefined {
  const raw: Json | undefined = content.rawRepresentation;
  return isJsonObject(raw) && raw.type === type ? raw : undefined;
}

function reasoningItem(content: TextReasoningContent, warnings: Warning[]): JsonObject[] {
  const raw = rawItem(content, 'reasoning');
  if (raw) return [raw];
  if (content.text !== '' || content.protectedData) {
    warnings.push({
      code: 'reasoning-not-sent',
      message: 'Reasoning that is no item of OpenAI was not sent back: it takes its own alone, under their ids.',
    });
  }
  return [];
}

/** The item's own text of arguments goes back to the letter, as long as it says what the content says. */
function functionCall(content: FunctionCallContent): JsonObject {
  const { callId, name, arguments: parsed, argumentsText } = content;
  const raw = content.rawRepresentation;
  const base = isJsonObject(raw) && raw.call_id === callId ? raw : {};
  if (base.type === 'custom_tool_call') {
    return { ...base, name, input: argumentsText ?? JSON.stringify(parsed ?? {}) };
  }
  return {
    ...base,
    type: 'function_call',
    call_id: callId,
    name,
    arguments: writtenArguments(content, base.arguments),
  };
}
