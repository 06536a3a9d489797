/** What the model said earlier, as the message it was. */
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import type { Content } from '../../../spec/contract/index.ts';
import { callToWire } from '../shared/chat/calls.ts';
import { contentOf } from '../shared/content-of.ts';
import { defined } from '../shared/defined.ts';
import { nonEmpty } from '../shared/json.ts';
import { unsendable } from '../shared/mistral/errors.ts';

/**
 * One message, or none where nothing of it goes back.
 *
 * @throws ProviderError (code `invalid_request_error`) for what the API has no part for
 */
export function assistantMessage(contents: readonly Content[]): JsonObject[] {
  const calls: JsonObject[] = [];
  const parts: JsonObject[] = [];
  for (const content of contents) {
    if (content.type === 'function-call') calls.push(callToWire(content));
    else parts.push(...partsOf(content));
  }
  if (parts.length + calls.length === 0) return [];
  return [defined({ role: 'assistant', content: contentOf(parts), tool_calls: nonEmpty(calls) })];
}

function partsOf(content: Content): JsonObject[] {
  switch (content.type) {
    case 'text': {
      const sources = (content.annotations ?? []).map(({ rawRepresentation: raw }) => raw).filter(isJsonObject);
      const text = content.text === '' ? [] : [{ type: 'text', text: content.text }];
      return [...text, ...sources.filter(({ type }) => type === 'reference')];
    }
    case 'reasoning': {
      const { text, protectedData, rawRepresentation: raw } = content;
      // Another API's thoughts are called so, too, and are texts.
      if (isJsonObject(raw) && raw.type === 'thinking' && Array.isArray(raw.thinking)) return [raw];
      if (text === '' && !protectedData) return [];
      return [defined({ type: 'thinking', thinking: [{ type: 'text', text }], signature: protectedData })];
    }
    case 'error':
      // A note on the answer, not a part of what the model said.
      return [];
    default: {
      const { type, rawRepresentation: raw } = content;
      // What another API wrote is called otherwise than the tool that it is of.
      if (type === 'hosted-tool-result' && isJsonObject(raw) && raw.type === content.tool) return [raw];
      throw unsendable(`a message of the assistant holds "${type}" that did not come from Mistral`);
    }
  }
}
