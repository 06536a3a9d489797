/** Parts of an answer as contents of the contract. Whatever the part, nothing of it is lost. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import { type Content, WireError } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { list, text } from '../shared/json.ts';

/** The parts of a content: a text is one. */
export function partsOf(content: Json | undefined): readonly Json[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return list(content) ?? [];
}

/**
 * A source is named by an id that only the application can resolve, and nothing is said of the words that rest on it, so it is
 * about all that was said before. What is not known arrives as `HostedToolResultContent`, with the part in `rawRepresentation`.
 *
 * @throws WireError for what is no part
 */
export function contentsOfPart(part: Json): Content[] {
  if (!isJsonObject(part) || typeof part.type !== 'string') {
    throw new WireError('A part of the answer is not a JSON object with a type.');
  }
  switch (part.type) {
    case 'text': {
      const words = text(part.text);
      return words ? [{ type: 'text', text: words }] : [];
    }
    case 'reference': {
      const annotations = (list(part.reference_ids) ?? []).map((id) => ({
        title: String(id),
        rawRepresentation: part,
      }));
      return annotations.length > 0 ? [{ type: 'text', text: '', annotations }] : [];
    }
    case 'thinking':
      return [thought(part)];
    default:
      return [{ type: 'hosted-tool-result', tool: part.type, outputs: [], rawRepresentation: part }];
  }
}

function thought(part: JsonObject): Content {
  return defined({
    type: 'reasoning' as const,
    text: wordsOfThought(part),
    protectedData: text(part.signature),
    rawRepresentation: part,
  });
}

/** What else a thought holds (where it looked) stays in the part. */
export function wordsOfThought({ thinking }: JsonObject): string {
  const pieces = (list(thinking) ?? []).map((piece) => (isJsonObject(piece) ? (text(piece.text) ?? '') : ''));
  return text(thinking) ?? pieces.join('');
}
