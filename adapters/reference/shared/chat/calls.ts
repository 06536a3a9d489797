/** Calls of tools in chat completions, there and back. Source: `ChatCompletionMessageToolCall` of `openai`. */
import { isJsonObject, type Json, type JsonObject, jsonEquals } from '../../../../files/canonical-json.ts';
import { type Content, type FunctionCallContent, WireError } from '../../../../spec/contract/index.ts';
import { parsedObject, writtenArguments } from '../arguments.ts';
import { text } from '../json.ts';

/**
 * A call as content; of a type that is not known, a hosted result that holds it whole.
 *
 * What a custom tool is asked is the model's own text, whatever it looks like.
 *
 * @throws WireError for a call without an id, a name or arguments, which nobody could answer
 */
export function contentOfCall(call: Json): Content {
  if (!isJsonObject(call)) throw new WireError('A tool call is not a JSON object.');
  const { function: fn, custom } = call;
  if (isJsonObject(fn)) {
    const called = { type: 'function-call' as const, callId: required(call, 'id'), name: required(fn, 'name') };
    return { ...called, ...asked(fn.arguments, fn), rawRepresentation: call };
  }
  if (isJsonObject(custom)) {
    const called = { type: 'function-call' as const, callId: required(call, 'id'), name: required(custom, 'name') };
    return { ...called, argumentsText: required(custom, 'input'), rawRepresentation: call };
  }
  return { type: 'hosted-tool-result', tool: text(call.type) ?? 'unknown', outputs: [], rawRepresentation: call };
}

/** The one call that the API knew before it knew tools. It has no id: its result names the function. */
export function contentOfFunctionCall(call: JsonObject): FunctionCallContent {
  const name = required(call, 'name');
  return { type: 'function-call', callId: name, name, ...asked(call.arguments, call), rawRepresentation: call };
}

/** True for a call that came so, which must go back so. */
export function isFunctionCall({ callId, rawRepresentation: raw }: FunctionCallContent): boolean {
  return isJsonObject(raw) && raw.name === callId && raw.id === undefined;
}

/** The call as it came, with what the content says; built anew where the application made it. */
export function callToWire(content: FunctionCallContent): JsonObject {
  const { callId, name, rawRepresentation: raw } = content;
  const base = isJsonObject(raw) && raw.id === callId ? raw : {};
  if (isJsonObject(base.custom)) {
    return { ...base, custom: { ...base.custom, name, input: writtenArguments(content, base.custom.input) } };
  }
  const { function: before } = base;
  // Members of another API's call mean nothing here.
  if (!isJsonObject(before)) {
    return { id: callId, type: 'function', function: { name, arguments: writtenArguments(content, undefined) } };
  }
  // Who wrote the object itself gets the object.
  const { arguments: written } = before;
  const same = isJsonObject(written) && jsonEquals(written, content.arguments ?? null);
  const said = same ? written : writtenArguments(content, written);
  return { ...base, type: 'function', function: { ...before, name, arguments: said } };
}

export function functionCallToWire(content: FunctionCallContent): JsonObject {
  const { name, rawRepresentation: raw } = content;
  return { name, arguments: writtenArguments(content, isJsonObject(raw) ? raw.arguments : undefined) };
}

/** Mostly text; some write the object itself, or nothing where there is nothing to say. */
function asked(
  written: Json | undefined,
  holder: JsonObject,
): Pick<FunctionCallContent, 'arguments' | 'argumentsText'> {
  if (isJsonObject(written)) return { arguments: written };
  if ((written ?? null) === null) return { arguments: {} };
  const words = required(holder, 'arguments');
  const parsed = parsedObject(words);
  return parsed ? { arguments: parsed } : { argumentsText: words };
}

function required(object: JsonObject, member: string): string {
  const value = text(object[member]);
  if (value !== undefined) return value;
  throw new WireError(`A tool call has no text in "${member}".`);
}
