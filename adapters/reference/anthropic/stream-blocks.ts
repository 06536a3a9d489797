/** One content block of a stream while it grows. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import { type Content, WireError } from '../../../spec/contract/index.ts';
import { list } from '../shared/json.ts';
import type { ActionTools } from './actions.ts';
import { contentFromBlock } from './blocks.ts';

/** The block so far, and its arguments as far as they were streamed. */
export interface GrowingBlock {
  block: JsonObject;
  inputText: string;
}

/** The piece of text or reasoning in it, if any: what a reader can be shown at once. */
export function pieceOf(type: Json | undefined, words: Json | undefined): Content[] {
  if (typeof words !== 'string' || words === '') return [];
  if (type === 'text') return [{ type: 'text', text: words }];
  if (type === 'thinking') return [{ type: 'reasoning', text: words }];
  return [];
}

/**
 * Takes a delta into the block and gives the piece it adds.
 *
 * Text, reasoning, signatures and the members of deltas not known here are added to the members of the same name; so a block whose type
 * is not known still ends up whole.
 */
export function grow(growing: GrowingBlock, delta: unknown): Content[] {
  if (!isJsonObject(delta)) throw new WireError('A delta of the stream is not a JSON object.');
  const { type, ...members } = delta;
  const { block } = growing;
  switch (type) {
    case 'input_json_delta':
      growing.inputText += typeof members.partial_json === 'string' ? members.partial_json : '';
      return [];
    case 'citations_delta': {
      const citations = list(block.citations) ?? [];
      growing.block = { ...block, citations: [...citations, members.citation ?? null] };
      return [];
    }
  }
  growing.block = {
    ...block,
    ...Object.fromEntries(Object.entries(members).map(([k, v]) => [k, joined(block[k], v)])),
  };
  return pieceOf(block.type, members.text ?? members.thinking);
}

function joined(before: Json | undefined, more: Json): Json {
  return typeof before === 'string' && typeof more === 'string' ? before + more : more;
}

/**
 * What is still to be said once the block is whole. Of text and reasoning the words are already out. Citations stand in a
 * piece of their own, so that they are joined with the words, and the block in another, which never is.
 */
export function closing(growing: GrowingBlock, actions?: ActionTools): Content[] {
  const content = contentFromBlock(wholeBlock(growing), actions);
  switch (content.type) {
    case 'text': {
      const { annotations, ...rest } = content;
      if (content.rawRepresentation === undefined) return [];
      return [...(annotations ? [{ type: 'text' as const, text: '', annotations }] : []), { ...rest, text: '' }];
    }
    case 'reasoning':
      return [{ ...content, text: '' }];
    default:
      return [content];
  }
}

/** The block with its arguments. They come whole in the block's beginning, or as text in pieces, or not at all. */
export function wholeBlock({ block, inputText }: GrowingBlock): JsonObject {
  if (inputText.trim() === '') return block;
  try {
    const input: unknown = JSON.parse(inputText);
    if (isJsonObject(input)) return { ...block, input };
  } catch {
    // Cut short, or streamed without the provider's validation: kept as the model wrote it.
  }
  return { ...block, input: inputText };
}
