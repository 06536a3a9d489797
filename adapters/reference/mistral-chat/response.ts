/** From the body of a completion to the contract. Pure. */
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import { type ChatResponse, type Content, WireError } from '../../../spec/contract/index.ts';
import { contentOfCall, finishReason, usageDetails } from '../shared/chat.ts';
import { defined, list, text } from '../shared/json.ts';

/**
 * Of several choices the first is the answer; all of them are in `rawRepresentation`.
 *
 * @throws WireError when it is no completion
 */
export function responseFromBody(body: unknown): ChatResponse {
  const [choice] = (isJsonObject(body) ? list(body.choices) : undefined) ?? [];
  if (!isJsonObject(body) || !isJsonObject(choice) || !isJsonObject(choice.message)) {
    throw new WireError('The completion of Mistral has no message in its first choice.');
  }
  const { message } = choice;
  const contents: Content[] = [
    ...partsOf(message.content).flatMap(contentsOfPart),
    ...(list(message.tool_calls) ?? []).map(contentOfCall),
  ];
  return defined({
    messages: [{ role: 'assistant' as const, contents, rawRepresentation: message }],
    responseId: text(body.id),
    modelId: text(body.model),
    finishReason: finishReason(choice.finish_reason, contents),
    usage: usageDetails(body.usage),
    warnings: [],
    rawRepresentation: body,
  });
}

// Parts of an answer as contents of the contract. Whatever the part, nothing of it is lost.

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
