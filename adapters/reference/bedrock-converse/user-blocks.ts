/** Contents that the application writes, as content blocks of the API. */
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import type { Content, FunctionResultContent } from '../../../spec/contract/index.ts';
import { noWords, toolResultOfAction } from './actions.ts';
import { unsendable } from './errors.ts';
import { dataBlock, uriBlock } from './media.ts';
import { memberOf, objectIn } from './union.ts';

/**
 * The block of one content; none for an empty text, which the API refuses.
 *
 * @throws ProviderError (code `ValidationException`) for what the API has no block for
 */
export function userBlock(content: Content): JsonObject[] {
  switch (content.type) {
    case 'text':
      return textBlock(content);
    case 'function-result':
      return [toolResult(content)];
    case 'action-result':
      return [toolResultOfAction(content)];
    case 'data':
      return [ownBlock(content) ?? dataBlock(content)];
    case 'uri':
      return [ownBlock(content) ?? uriBlock(content)];
    default:
      return [ownBlock(content) ?? refuse(content)];
  }
}

/** A text that was read from another block than text (one to be guarded, say) goes back as that block. */
function textBlock(content: Extract<Content, { type: 'text' }>): JsonObject[] {
  if (content.text === '') return [];
  const raw = objectIn(content.rawRepresentation, 'guardContent');
  return [
    raw && isJsonObject(raw.text) && raw.text.text === content.text ? { guardContent: raw } : { text: content.text },
  ];
}

/** The provider's own block, for contents that are one. */
function ownBlock(content: Content): JsonObject | undefined {
  const raw = content.rawRepresentation;
  return isJsonObject(raw) && memberOf(raw) ? raw : undefined;
}

function refuse(content: Content): never {
  throw unsendable(`a message holds "${content.type}" that did not come from Amazon Bedrock`);
}

/**
 * That it failed is a flag; only some models know that it did not, so success is left unsaid. `rawRepresentation` may be a
 * `toolResult` that carries what the contract has no member for, such as images; the link and what the contract does say stand
 * over it.
 */
function toolResult(content: FunctionResultContent): JsonObject {
  const { callId: toolUseId, error, result, rawRepresentation } = content;
  const base = objectIn(rawRepresentation, 'toolResult') ?? {};
  if (error !== undefined) {
    // A failure has to have words.
    const words = error || 'The function failed without a message.';
    return { toolResult: { ...base, toolUseId, content: [{ text: words }], status: 'error' } };
  }
  const said = result === undefined && base.content !== undefined ? base.content : [resultBlock(result)];
  return { toolResult: { ...base, toolUseId, content: said } };
}

/** Objects as JSON; anything else, which not all models take for JSON, as the text of it; no words where there is none. */
function resultBlock(result: FunctionResultContent['result']): JsonObject {
  if (result === undefined) return noWords;
  if (isJsonObject(result)) return { json: result };
  return { text: typeof result === 'string' ? result : JSON.stringify(result) };
}
