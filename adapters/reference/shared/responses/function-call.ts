/** The call of a function of the application: its arguments are text on the wire. */
import { isJsonObject, type JsonObject } from '../../../../files/canonical-json.ts';
import { type FunctionCallContent, WireError } from '../../../../spec/contract/index.ts';
import { parsedObject } from '../arguments.ts';
import { text } from '../json.ts';

/** @throws WireError for a call without a name, an id or arguments, which nobody could answer */
export function functionCall(item: JsonObject): FunctionCallContent {
  const call = { type: 'function-call' as const, callId: required(item, 'call_id'), name: required(item, 'name') };
  const written = item.arguments;
  // Some servers that speak this API write the object itself.
  const parsed = isJsonObject(written) ? written : parsedObject(required(item, 'arguments'));
  return parsed
    ? { ...call, arguments: parsed, rawRepresentation: item }
    : { ...call, argumentsText: required(item, 'arguments'), rawRepresentation: item };
}

/** A call of a custom tool: what it is asked is the model's own text, whatever that looks like. */
export function customCall(item: JsonObject): FunctionCallContent {
  const call = { type: 'function-call' as const, callId: required(item, 'call_id'), name: required(item, 'name') };
  return { ...call, argumentsText: required(item, 'input'), rawRepresentation: item };
}

/** @throws WireError where the item lacks it */
export function required(item: JsonObject, member: string): string {
  const value = text(item[member]);
  if (value !== undefined) return value;
  throw new WireError(`An output item of type ${JSON.stringify(item.type ?? null)} has no text in "${member}".`);
}
