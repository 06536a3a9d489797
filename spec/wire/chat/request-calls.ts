/** Calls and results in a conversation that a request repeats. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import type { FunctionCallContent, FunctionResultContent } from '../../contract/index.ts';
import { asArray, asObject, asString, otherMembers } from '../json.ts';
import { argumentsOf } from './completion.ts';

/** The calls of a message with their places in it; no call where one names nothing. */
export function functionCallsOf(
  message: JsonObject,
): { call: FunctionCallContent | undefined; wire: JsonObject; at: string }[] {
  const calls = (asArray(message.tool_calls) ?? []).map((value, i) => {
    const wire = asObject(value) ?? {};
    return { call: callOf(wire), wire, at: `tool_calls[${i}]` };
  });
  const legacy = asObject(message.function_call);
  if (!legacy) return calls;
  const name = asString(legacy.name) ?? '';
  // It has no id: its result names the function.
  const call: FunctionCallContent = {
    type: 'function-call',
    callId: name,
    name,
    ...asked(argumentsOf(legacy.arguments)),
    rawRepresentation: legacy,
  };
  return [...calls, { call, wire: legacy, at: 'function_call' }];
}

function callOf(wire: JsonObject): FunctionCallContent | undefined {
  const [fn, custom] = [asObject(wire.function), asObject(wire.custom)];
  const named = fn ?? custom;
  if (!named) return undefined;
  const call = { type: 'function-call' as const, callId: asString(wire.id) ?? '', name: asString(named.name) ?? '' };
  if (!fn) return { ...call, argumentsText: asString(named.input) ?? '', rawRepresentation: wire };
  const isWhole = otherMembers(wire, new Set(['id', 'type', 'function', 'index'])).length === 0;
  return { ...call, ...asked(argumentsOf(fn.arguments)), ...(isWhole ? {} : { rawRepresentation: wire }) };
}

const asked = (value: Json): Pick<FunctionCallContent, 'arguments' | 'argumentsText'> =>
  isJsonObject(value)
    ? { arguments: value }
    : { argumentsText: typeof value === 'string' ? value : JSON.stringify(value) };

/** What a function gave: text where it is text, or parts that are nothing else; otherwise the parts themselves. */
export function resultOf(message: JsonObject): FunctionResultContent {
  const { content } = message;
  const name = asString(message.name);
  const texts = asArray(content)?.map((part) => asObject(part) ?? {});
  const plain = texts?.every(({ type, text }) => type === 'text' && typeof text === 'string');
  return {
    type: 'function-result',
    callId: asString(message.tool_call_id) ?? name ?? '',
    ...(name === undefined ? {} : { name }),
    result: texts && plain ? texts.map(({ text }) => asString(text)).join('') : (content ?? ''),
  };
}
