/** From the body of a completion to the contract. Pure. */
import { isJsonObject } from '../../../files/canonical-json.ts';
import { type ChatResponse, type Content, WireError } from '../../../spec/contract/index.ts';
import { contentOfCall } from '../shared/chat/calls.ts';
import { finishReason, usageDetails } from '../shared/chat/ending.ts';
import { defined } from '../shared/defined.ts';
import { list, text } from '../shared/json.ts';
import { contentsOfPart, partsOf } from './parts.ts';

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
