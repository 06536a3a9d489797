/** Chat completions, whoever offers them. */

import { isJsonObject, type Json, type JsonObject, jsonEquals } from '../../../lib/canonical-json.ts';
import {
  type Content,
  type FunctionCallContent,
  type FunctionResultContent,
  type ProviderError,
  type UsageDetails,
  WireError,
} from '../../../spec/contract/index.ts';
import { contentOf, promptUsage } from './contents.ts';
import { count, parsedObject, required, text, writtenArguments } from './json.ts';

/** What one column has words of its own for. */
interface Words {
  readonly part: (content: Content) => JsonObject[];
  readonly result: (content: FunctionResultContent) => JsonObject;
}

/** Parts that stand together are one message; a result between them parts them. */
export function userMessages(contents: readonly Content[], { part, result }: Words): JsonObject[] {
  const messages: JsonObject[] = [];
  let parts: JsonObject[] = [];
  for (const content of contents) {
    if (content.type === 'function-result') {
      messages.push(...userMessage(parts), result(content));
      parts = [];
    } else parts.push(...part(content));
  }
  return [...messages, ...userMessage(parts)];
}

/** None where there is nothing in it. */
function userMessage(parts: readonly JsonObject[]): JsonObject[] {
  const content = contentOf(parts);
  return content === undefined ? [] : [{ role: 'user', content }];
}

/** None where there is nothing in it. */
export function systemMessage(content: string): JsonObject[] {
  return content === '' ? [] : [{ role: 'system', content }];
}

/** @throws {ProviderError} a system message holds anything but texts */
export function systemText(contents: readonly Content[], invalidRequest: (reason: string) => ProviderError): string {
  const texts = contents.map((content) => {
    if (content.type === 'text') return content.text;
    throw invalidRequest(`a system message holds "${content.type}"; this adapter sends text alone`);
  });
  return texts.join('');
}

// Calls of tools in chat completions, there and back. Source: `ChatCompletionMessageToolCall` of `openai`.

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
    const called = {
      type: 'function-call' as const,
      callId: required(call, 'id', 'A tool call'),
      name: required(fn, 'name', 'A tool call'),
    };
    return { ...called, ...asked(fn.arguments, fn), rawRepresentation: call };
  }
  if (isJsonObject(custom)) {
    const called = {
      type: 'function-call' as const,
      callId: required(call, 'id', 'A tool call'),
      name: required(custom, 'name', 'A tool call'),
    };
    return { ...called, argumentsText: required(custom, 'input', 'A tool call'), rawRepresentation: call };
  }
  return { type: 'hosted-tool-result', tool: text(call.type) ?? 'unknown', outputs: [], rawRepresentation: call };
}

/** The one call that the API knew before it knew tools. It has no id: its result names the function. */
export function contentOfFunctionCall(call: JsonObject): FunctionCallContent {
  const name = required(call, 'name', 'A tool call');
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
  const words = required(holder, 'arguments', 'A tool call');
  const parsed = parsedObject(words);
  return parsed ? { arguments: parsed } : { argumentsText: words };
}

/** Calls of tools that come in pieces, in order of their first piece. */
export class GrowingCalls {
  readonly #toldBy: 'index' | 'id';
  readonly #calls: { index: number | undefined; call: JsonObject }[] = [];

  /** @param toldBy what tells calls apart, where a piece has both */
  constructor(toldBy: 'index' | 'id') {
    this.#toldBy = toldBy;
  }

  /** Takes a piece; what is not a JSON object says nothing. */
  add(piece: Json): void {
    if (!isJsonObject(piece)) return;
    const known = this.#known(piece);
    if (known) known.call = joined(known.call, piece);
    else this.#calls.push({ index: count(piece.index), call: piece });
  }

  /** As they would stand in a whole message: an index says nothing there. */
  whole(): JsonObject[] {
    return this.#calls.map(({ call: { index: _, ...call } }) => call);
  }

  /** By its index or its id; a piece that has neither goes on with the last call. */
  #known(piece: JsonObject): { call: JsonObject } | undefined {
    const index = count(piece.index);
    const id = text(piece.id);
    const byId = this.#calls.find(({ call }) => id && call.id === id);
    if (index !== undefined && !(id && this.#toldBy === 'id')) {
      const last = this.#calls.findLast((growing) => growing.index === index);
      // Some servers send every call with the same index; a new id begins a new call.
      return id && text(last?.call.id) && last?.call.id !== id ? byId : last;
    }
    return id ? byId : this.#calls.at(-1);
  }
}

/** Names and ids are said once, in the first piece or later; empty ones are none. What is asked grows. */
function joined(call: JsonObject, piece: JsonObject): JsonObject {
  const said = Object.entries(piece).filter(([, value]) => value !== null && value !== '');
  const members = said.map(([name, value]): [string, Json] => {
    const before = call[name];
    return [name, isJsonObject(value) && isJsonObject(before) ? joinedMembers(before, value) : value];
  });
  return { ...call, ...Object.fromEntries(members) };
}

const growing = new Set(['arguments', 'input']);

function joinedMembers(before: JsonObject, piece: JsonObject): JsonObject {
  const members = Object.entries(piece).flatMap(([name, value]): [string, Json][] => {
    const old = before[name];
    if (growing.has(name) && typeof old === 'string' && typeof value === 'string') return [[name, old + value]];
    return value === null || value === '' ? [] : [[name, value]];
  });
  return { ...before, ...Object.fromEntries(members) };
}

// How an answer ends, in chat completions of whatever provider.

/**
 * `function_call` is the older word for `tool_calls`, and `model_length` is the model's own limit. Where the request named the
 * function, the API says `stop` beside its call, and the application must act all the same; and it says `stop` beside a refusal.
 */
export function finishReason(reason: Json | undefined, contents: readonly Content[]): string | undefined {
  const said = text(reason);
  if (said === 'function_call') return 'tool_calls';
  if (said === 'model_length') return 'length';
  if (said === 'stop' && contents.some(({ type }) => type === 'function-call')) return 'tool_calls';
  if (said === 'stop' && contents.some(({ type }) => type === 'error')) return 'content_filter';
  return said || undefined;
}

export const usageDetails = (usage: Json | undefined): UsageDetails | undefined =>
  isJsonObject(usage) ? promptUsage(usage, usage.prompt_tokens_details) : undefined;
