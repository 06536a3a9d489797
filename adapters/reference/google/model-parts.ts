/** What the model said earlier, as the parts it was. */
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import type { Content, TextReasoningContent } from '../../../spec/contract/index.ts';
import { unsendable } from './errors.ts';
import { isBeside } from './grounding.ts';
import { idMember, rawPart } from './known-calls.ts';
import { dataPart } from './user-parts.ts';

/**
 * Opaque state and parts this adapter has no content for go back as they came, from `rawRepresentation`; where the contract has
 * members of its own, those count, so that an application can edit or build a conversation.
 *
 * @throws ProviderError (code `invalid_request_error`) for what the API has no part for
 */
export function modelParts(contents: readonly Content[]): JsonObject[] {
  const parts: JsonObject[] = [];
  for (const content of contents) {
    if (content.type === 'reasoning') pushReasoning(parts, content);
    else parts.push(...partsOf(content));
  }
  return parts;
}

function partsOf(content: Content): JsonObject[] {
  switch (content.type) {
    case 'text': {
      const raw = rawPart(content, 'text');
      if (content.text === '') return [];
      return [raw?.text === content.text ? raw : { text: content.text }];
    }
    case 'function-call': {
      const { callId, name, arguments: args, argumentsText } = content;
      const raw = rawPart(content, 'functionCall');
      const call = isJsonObject(raw?.functionCall) ? raw.functionCall : {};
      const said = args ?? (argumentsText === undefined ? {} : { INVALID_JSON: argumentsText });
      return [{ ...raw, functionCall: { ...call, ...idMember(callId), name, args: said } }];
    }
    case 'action-call': {
      const raw = rawPart(content, 'functionCall');
      if (raw) return [raw];
      return content.actions.map(({ type, ...args }) => ({
        functionCall: { ...idMember(content.callId), name: type ?? '', args },
      }));
    }
    case 'data':
      return [rawPart(content, 'inlineData') ?? dataPart(content)];
    case 'error':
      // A note on the answer (why it ended), not a part of what the model said.
      return [];
    default:
      return verbatim(content);
  }
}

/** The provider's own part; nothing for what it told beside the message, because no request has a place for it. */
function verbatim(content: Content): JsonObject[] {
  const raw = 'rawRepresentation' in content ? content.rawRepresentation : undefined;
  if (isBeside(raw)) return [];
  if (isJsonObject(raw)) return [raw];
  throw unsendable(`a message of the assistant holds "${content.type}" that did not come from Google`);
}

/**
 * A signature without words belongs to the part before it; one that came in a part of its own, with an empty text, goes back in
 * one. Thoughts go back as thoughts.
 */
function pushReasoning(parts: JsonObject[], content: TextReasoningContent): void {
  const { text, protectedData } = content;
  const raw = rawPart(content, 'text');
  if (text !== '') parts.push({ text, thought: true });
  if (protectedData === undefined) return;
  const own = raw?.text === '' && raw.thoughtSignature === protectedData ? raw : undefined;
  parts.push(own ?? { ...(parts.pop() ?? { text: '' }), thoughtSignature: protectedData });
}
