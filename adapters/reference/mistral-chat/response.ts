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
  const messages = isJsonObject(choice) ? messagesIn(choice) : [];
  if (!isJsonObject(body) || !isJsonObject(choice) || messages.length === 0) {
    throw new WireError('The completion of Mistral has no message in its first choice.');
  }
  const [message, ...more] = messages;
  const answered = new Set(messages.map((one) => text(one.tool_call_id)));
  const contents = messages.flatMap((one) => contentsOfMessage(one, answered));
  return defined({
    messages: [{ role: 'assistant' as const, contents, ...(more.length === 0 ? { rawRepresentation: message } : {}) }],
    responseId: text(body.id),
    modelId: text(body.model),
    finishReason: finishReason(choice.finish_reason, contents),
    usage: usageDetails(body.usage),
    warnings: [],
    rawRepresentation: body,
  });
}

/** One, or several where Mistral runs a tool. Source: `ChatCompletionChoice.messages` of the SDK; no recording is known. */
const messagesIn = ({ message, messages }: JsonObject): JsonObject[] =>
  isJsonObject(message) ? [message] : (list(messages) ?? []).filter(isJsonObject);

/** A call that a message of the answer answers was Mistral's to run. */
function contentsOfMessage(message: JsonObject, answered: ReadonlySet<string | undefined>): Content[] {
  const { role, content, tool_call_id: id } = message;
  if (role === 'tool') {
    const result = { type: 'hosted-tool-result' as const, callId: text(id), tool: 'tool', outputs: [] };
    return [defined({ ...result, rawRepresentation: message })];
  }
  const calls = (list(message.tool_calls) ?? []).map((call) => {
    const called = contentOfCall(call);
    if (called.type !== 'function-call' || !answered.has(called.callId)) return called;
    const { type: _, name, argumentsText, ...rest } = called;
    const asked = argumentsText === undefined ? {} : { arguments: argumentsText };
    return { type: 'hosted-tool-call' as const, tool: name, name, ...asked, ...rest };
  });
  return [...partsOf(content).flatMap(contentsOfPart), ...calls];
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
