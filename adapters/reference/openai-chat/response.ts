/** From the body of a completion to the contract. Pure. */
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import { type ChatResponse, type Citation, type Content, WireError } from '../../../spec/contract/index.ts';
import { contentOfCall, contentOfFunctionCall, finishReason, usageDetails } from '../shared/chat.ts';
import { utf16Offset } from '../shared/contents.ts';
import { count, defined, list, text, wording } from '../shared/json.ts';
import { providerError } from '../shared/openai.ts';

/**
 * Of several choices the first is the answer; all of them are in `rawRepresentation`.
 *
 * @param body the body, parsed
 * @throws WireError when it is no completion
 * @throws ProviderError for an error that came with a status of success
 */
export function responseFromBody(body: unknown): ChatResponse {
  if (!isJsonObject(body)) throw new WireError('The answer of OpenAI is not a JSON object.');
  if (isJsonObject(body.error)) throw providerError(body.error);
  const [choice] = list(body.choices) ?? [];
  if (!isJsonObject(choice) || !isJsonObject(choice.message)) {
    throw new WireError('The completion of OpenAI has no message in its first choice.');
  }
  const { message } = choice;
  const { annotations, ...words } = textOf(message);
  const contents: Content[] = [
    ...(words.text === '' ? [] : [defined({ ...words, annotations })]),
    ...refusal(message),
    ...calls(message),
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

/** The message's one text. Servers that speak this API may write it in parts. */
function textOf(message: JsonObject): { type: 'text'; text: string; annotations: Citation[] | undefined } {
  const parts = (list(message.content) ?? []).map((part) => (isJsonObject(part) ? (text(part.text) ?? '') : ''));
  const words = text(message.content) ?? parts.join('');
  return { type: 'text', text: words, annotations: citations(message.annotations, words) };
}

/** Why the model does not answer, in its own words. */
export function refusal(message: JsonObject): Content[] {
  const words = wording(message.refusal);
  return words ? [{ type: 'error', message: words, errorCode: 'refusal' }] : [];
}

/** @throws WireError for a call that nobody could answer */
export function calls(message: JsonObject): Content[] {
  const { tool_calls: tools, function_call: legacy } = message;
  // Some servers write an empty one beside any answer.
  const older = isJsonObject(legacy) && legacy.name !== '' ? [contentOfFunctionCall(legacy)] : [];
  return [...(list(tools) ?? []).map(contentOfCall), ...older];
}

/** Where a text has its knowledge from. Indexes count characters, read as Unicode code points; the end is exclusive. */
export function citations(annotations: Json | undefined, words: string): Citation[] | undefined {
  const cited = (list(annotations) ?? []).filter(isJsonObject).map((annotation): Citation => {
    const source = isJsonObject(annotation.url_citation) ? annotation.url_citation : {};
    const offset = (index: Json | undefined) => {
      const characters = count(index);
      return characters === undefined ? undefined : utf16Offset(words, characters);
    };
    return defined({
      url: text(source.url),
      title: text(source.title),
      startIndex: offset(source.start_index),
      endIndex: offset(source.end_index),
      rawRepresentation: annotation,
    });
  });
  return cited.length > 0 ? cited : undefined;
}
