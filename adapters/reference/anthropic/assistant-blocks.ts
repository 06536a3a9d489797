/** What the model said earlier, as the content blocks it was. */
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import type { Content, FunctionCallContent, TextReasoningContent, Warning } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { list, text } from '../shared/json.ts';
import { takeBack } from '../shared/take-back.ts';
import { toolUseOfAction } from './actions.ts';
import { userBlock } from './user-blocks.ts';

/**
 * Opaque state (signatures, encrypted results) and blocks this adapter has no content for go back as they came, from
 * `rawRepresentation`; where the contract has members of its own, those count, so that an application can edit or build a
 * conversation.
 *
 * @param warnings is added to
 */
export function assistantBlocks(contents: readonly Content[], warnings: Warning[]): JsonObject[] {
  const blocks: JsonObject[] = [];
  for (const content of contents) {
    switch (content.type) {
      case 'text':
        pushText(blocks, content);
        break;
      case 'reasoning':
        blocks.push(...reasoningBlock(content, warnings));
        break;
      case 'function-call':
        blocks.push(toolUse(content));
        break;
      case 'action-call':
        blocks.push(toolUseOfAction(content));
        break;
      case 'error':
        // A note on the answer (why it was refused), not a part of what the model said.
        break;
      default:
        blocks.push(...userBlock(content));
    }
  }
  return blocks;
}

function rawBlock(content: Content, type: string): JsonObject | undefined {
  const raw = content.rawRepresentation;
  return isJsonObject(raw) && raw.type === type ? raw : undefined;
}

/**
 * A text with citations goes back whole. From a stream, its words came as pieces, and an empty piece with the whole block
 * followed them: then the block takes the place of the words.
 */
function pushText(blocks: JsonObject[], content: Extract<Content, { type: 'text' }>): void {
  const raw = rawBlock(content, 'text');
  const words = text(raw?.text);
  if (content.text !== '') blocks.push(raw && words === content.text ? cited(raw) : textBlock(content.text));
  else if (raw && words && takeBack(blocks, words, { words: plainWords, block: textBlock })) blocks.push(cited(raw));
}

/** An answer's citations of a document name its file, for which a request's have no member. Source: `TextCitationParam`. */
function cited(raw: JsonObject): JsonObject {
  const citations = list(raw.citations)?.map((citation) => {
    const { file_id: _, ...asked } = citation as JsonObject;
    return asked;
  });
  return defined({ ...raw, citations });
}

/** Of a text with nothing but words; no other block has a text. */
const plainWords = ({ citations, text }: JsonObject) => (citations ? undefined : text);

/** `{ "type": "text" }`; the API refuses empty ones. */
export function textBlock(text: string): JsonObject {
  return { type: 'text', text };
}

/** The signature covers the words, so both go back as they came. */
function reasoningBlock(content: TextReasoningContent, warnings: Warning[]): JsonObject[] {
  const raw = rawBlock(content, 'thinking') ?? rawBlock(content, 'redacted_thinking');
  if (raw) return [raw];
  if (content.protectedData !== undefined) {
    return [{ type: 'thinking', thinking: content.text, signature: content.protectedData }];
  }
  if (content.text !== '') {
    warnings.push({
      code: 'reasoning-not-sent',
      message: 'Reasoning without a signature was not sent back: Anthropic takes its own, signed reasoning alone.',
    });
  }
  return [];
}

/** Members without a word in the contract (`caller`, `toolset_name`) come from the block this call was read from. */
function toolUse(content: FunctionCallContent): JsonObject {
  const raw = rawBlock(content, 'tool_use');
  return {
    ...raw,
    type: 'tool_use',
    id: content.callId,
    name: content.name,
    // The API takes an object alone; its documentation wraps text that does not parse in this way.
    input: content.arguments ?? defined({ INVALID_JSON: content.argumentsText }),
  };
}
