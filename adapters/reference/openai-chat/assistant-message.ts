/** What the model said earlier, as the message it was. */
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import type { Content, FunctionCallContent, Warning } from '../../../spec/contract/index.ts';
import { callToWire, functionCallToWire, isFunctionCall } from '../shared/chat/calls.ts';
import { defined } from '../shared/defined.ts';
import { nonEmpty } from '../shared/json.ts';
import { unsendable } from '../shared/openai.ts';

/**
 * One message, or none where nothing of it goes back: the API refuses one without content and calls.
 *
 * @param warnings is added to
 * @throws ProviderError (code `invalid_request_error`) for what the API has no member for
 */
export function assistantMessage(contents: readonly Content[], warnings: Warning[]): JsonObject[] {
  let words = '';
  let refusal: string | undefined;
  let legacy: FunctionCallContent | undefined;
  const calls: JsonObject[] = [];
  for (const content of contents) {
    switch (content.type) {
      case 'text':
        words += content.text;
        break;
      case 'function-call':
        if (isFunctionCall(content)) legacy = content;
        else calls.push(callToWire(content));
        break;
      case 'error':
        // Any other error is a note on the answer, not a part of what the model said.
        if (content.errorCode === 'refusal') refusal = content.message;
        break;
      case 'reasoning':
        warnings.push({
          code: 'reasoning-not-sent',
          message: 'Reasoning was not sent back: OpenAI Chat Completions has no member for it.',
        });
        break;
      default:
        calls.push(verbatim(content));
    }
  }
  if (!words && refusal === undefined && calls.length === 0 && !legacy) return [];
  return [
    defined({
      role: 'assistant',
      content: words || null,
      refusal,
      tool_calls: nonEmpty(calls),
      function_call: legacy && functionCallToWire(legacy),
    }),
  ];
}

/** A call of an unknown type arrived as a hosted result, and goes back as the call it was. */
function verbatim(content: Content): JsonObject {
  const { type, rawRepresentation: raw } = content;
  // What another API wrote is called otherwise than the tool that it is of.
  if (type === 'hosted-tool-result' && isJsonObject(raw) && raw.type === content.tool) return raw;
  throw unsendable(`a message of the assistant holds "${type}", and OpenAI Chat Completions has no place for it`);
}
