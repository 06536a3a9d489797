/** What the model said earlier, as the content blocks it was. */
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import type { Content, FunctionCallContent, TextReasoningContent, Warning } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { list } from '../shared/json.ts';
import { takeBack } from '../shared/take-back.ts';
import { toolUseOfAction } from './actions.ts';
import { objectIn } from './union.ts';
import { userBlock } from './user-blocks.ts';

/**
 * Opaque state (signatures, hidden results) and blocks this adapter has no content for go back as they came, from
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
        // A note on the answer, not a part of what the model said.
        break;
      default:
        blocks.push(...userBlock(content));
    }
  }
  return blocks;
}

/**
 * A text with citations goes back whole. From a stream, its words came as pieces, and an empty piece with the whole block
 * followed them: then the block takes the place of the words.
 */
function pushText(blocks: JsonObject[], content: Extract<Content, { type: 'text' }>): void {
  const raw = objectIn(content.rawRepresentation, 'citationsContent');
  if (raw && citedWords(raw) === content.text) blocks.push({ citationsContent: raw });
  else if (content.text !== '') blocks.push({ text: content.text });
  else if (raw && takeBack(blocks, citedWords(raw), { words: plainWords, block: textBlock }))
    blocks.push({ citationsContent: raw });
}

const citedWords = ({ content }: JsonObject): string =>
  (list(content) ?? []).map((part) => (isJsonObject(part) && typeof part.text === 'string' ? part.text : '')).join('');

const plainWords = ({ text }: JsonObject) => text;
const textBlock = (text: string): JsonObject => ({ text });

/** The signature covers the words, so both go back as they came. */
function reasoningBlock(content: TextReasoningContent, warnings: Warning[]): JsonObject[] {
  const raw = objectIn(content.rawRepresentation, 'reasoningContent');
  if (raw) return [{ reasoningContent: raw }];
  const { text, protectedData } = content;
  if (protectedData !== undefined) {
    const said =
      text === '' ? { redactedContent: protectedData } : { reasoningText: { text, signature: protectedData } };
    return [{ reasoningContent: said }];
  }
  if (text !== '') {
    warnings.push({
      code: 'reasoning-not-sent',
      message: 'Reasoning without a signature was not sent back: models take their own, signed reasoning alone.',
    });
  }
  return [];
}

function toolUse(content: FunctionCallContent): JsonObject {
  // Models take an object alone; text that does not parse is wrapped in one, as Anthropic's documentation has it.
  const input = content.arguments ?? defined({ INVALID_JSON: content.argumentsText });
  return { toolUse: { toolUseId: content.callId, name: content.name, input } };
}
