/** What `ChatOpenAI` says of a response beside its standard blocks. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { ChatOptions, Content, Tool } from '../../../spec/contract/index.ts';
import type { Outcome } from '../shared/client.ts';
import type { Call, LibraryMessage, Reading } from '../shared/contents.ts';
import { asObject, objects, text } from '../shared/json.ts';
import { asksTheApplication, itemContents, toolNames } from './items.ts';

/** @param tools say which calls are of a tool that takes text */
export function readingOf(tools: readonly Tool[]): Reading {
  const texts = new Set(tools.flatMap((tool) => (tool.type === 'raw' ? customName(tool.declaration) : [])));
  return {
    toolNames,
    nativeOf,
    readsNative: true,
    refusesInWords: true,
    nonStandard: itemContents,
    callOf: (call) => callOf(call, texts),
    isWhole,
  };
}

const customName = ({ type, name }: JsonObject): string[] =>
  type === 'custom' && typeof name === 'string' ? [name] : [];

/** Items come whole, a thought when its seal is there; words and arguments grow until the response is over. */
function isWhole(contents: readonly Content[], at: number): boolean {
  const content = contents[at];
  if (content?.type === 'reasoning') return content.protectedData !== undefined;
  return content?.type !== 'text' && content?.type !== 'function-call';
}

/** The item that a standard block was made of: the library's documents of these tools read `tool_outputs`. */
function nativeOf({ additional_kwargs }: LibraryMessage, block: JsonObject): JsonObject | undefined {
  const id = block.toolCallId ?? block.id ?? asObject(block.value).id;
  return id === undefined
    ? undefined
    : objects(asObject(additional_kwargs).tool_outputs).find((item) => item.id === id);
}

/** Calls to a computer have a name of the library's; those of a tool that takes text have it in a member of the library's. */
function callOf({ id: callId, name, args, members }: Call, texts: ReadonlySet<string>): Content | undefined {
  if (texts.has(name) && typeof args.input === 'string') {
    return { type: 'function-call', callId, name, argumentsText: args.input };
  }
  if (name !== 'computer_use' || members.isComputerTool !== true) return undefined;
  return itemContents({ ...members, action: args.action ?? null, type: 'computer_call', call_id: callId })[0];
}

const incompleteReasons = new Map([
  ['max_output_tokens', 'length'],
  ['content_filter', 'content_filter'],
]);

/** @param options say whether the provider keeps the conversation */
export function outcomeOf(message: LibraryMessage, { store, rawRepresentation: patch }: ChatOptions): Outcome {
  const said = asObject(message.response_metadata);
  const id = text(said.id) ?? text(message.id);
  return {
    responseId: id,
    messageId: objects(said.output).flatMap((item) => (item.type === 'message' ? (text(item.id) ?? []) : []))[0],
    modelId: text(said.model_name) ?? text(said.model),
    conversationId: (patch?.store ?? store) === false || said.store === false ? undefined : id,
    finishReason: finishReason(message, said),
  };
}

function finishReason(message: LibraryMessage, said: JsonObject): string | undefined {
  if (said.status === 'incomplete') {
    const reason = text(asObject(said.incomplete_details).reason) || 'incomplete';
    return incompleteReasons.get(reason) ?? reason;
  }
  if (said.status !== 'completed') return text(said.status) || undefined;
  const { tool_calls: calls = [] } = message;
  if (calls.length > 0 || objects(said.output).some(asksTheApplication)) return 'tool_calls';
  return text(asObject(message.additional_kwargs).refusal) ? 'content_filter' : 'stop';
}
