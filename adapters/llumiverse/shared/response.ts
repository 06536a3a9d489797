/** A completion of the library as contents and outcome of the contract. Pure. */
import type { Completion, CompletionResult, ExecutionTokenUsage, ToolUse } from '@llumiverse/core';
import { isJsonObject, type Json } from '../../../lib/canonical-json.ts';
import type { ChatMessage, ChatResponse, Citation, Content, UsageDetails } from '../../../spec/contract/index.ts';
import { member } from './errors.ts';
import type { Column, OriginalMetadata } from './provider-bridge.ts';
import { idOf } from './request.ts';

/** The conversation that a completion goes on with. */
export interface Continued {
  /** How many messages of it the completion answers. */
  readonly unanswered: number;
  /** Its id, where the provider stores it. */
  readonly storedId: string | undefined;
}

/** An answer that came whole. */
export function responseOf(
  completion: Completion,
  continued: Continued,
  { readOriginalResponse, nextId }: Pick<Column, 'readOriginalResponse' | 'nextId'>,
): Omit<ChatResponse, 'warnings'> {
  const { messageId, reasoningTokens, citations, ...envelope } =
    readOriginalResponse?.(completion.original_response) ?? {};
  const { usage, ...outcome } = outcomeOf(completion, continued, nextId, envelope.responseId);
  const message: ChatMessage = { role: 'assistant', contents: contentsOf(completion, citations) };
  return {
    messages: message.contents.length === 0 ? [] : [messageId === undefined ? message : { ...message, messageId }],
    ...outcome,
    ...envelope,
    ...(usage ? { usage: reasoningTokens === undefined ? usage : { ...usage, reasoningTokens } } : {}),
  };
}

/**
 * What was said, then what is asked for: the library keeps the two apart, and not their order.
 *
 * @param citations of all that was said; those with indexes count in the one text that there is
 */
export function contentsOf({ result, tool_use = [] }: Completion, citations: readonly Citation[] = []): Content[] {
  const said = result.flatMap(saidOf);
  const calls = tool_use.map(callOf);
  if (citations.length === 0) return [...said, ...calls];
  const annotations = [...citations];
  const isOneText = said.filter(({ type }) => type === 'text').length === 1;
  if (isOneText && citations.some(({ startIndex }) => startIndex !== undefined)) {
    return [...said.map((content) => (content.type === 'text' ? { ...content, annotations } : content)), ...calls];
  }
  return [...said, { type: 'text', text: '', annotations }, ...calls];
}

/**
 * How it ended, and how to go on.
 *
 * @param responseId its own, where the library tells it
 */
export function outcomeOf(
  completion: Completion,
  { unanswered, storedId }: Continued,
  nextId: Column['nextId'],
  responseId?: string,
): Pick<ChatResponse, 'conversationId' | 'finishReason' | 'usage'> {
  const { conversation, finish_reason, token_usage } = completion;
  const isSilent = contentsOf(completion).length === 0;
  const kept = conversation === undefined ? undefined : idOf({ conversation, unanswered: isSilent ? unanswered : 0 });
  const conversationId = storedId === undefined ? kept : nextId?.(storedId, responseId);
  return {
    ...(conversationId === undefined ? {} : { conversationId }),
    ...(isSaid(finish_reason) ? { finishReason: finishReasons.get(finish_reason) ?? finish_reason } : {}),
    ...(token_usage ? { usage: usageOf(token_usage) } : {}),
  };
}

/** The words of the library, or of the provider where it has none of its own, that the contract says otherwise. */
const finishReasons = new Map([
  ['tool_use', 'tool_calls'],
  ['stop_sequence', 'stop'],
  ['refusal', 'content_filter'],
  ['model_length', 'length'],
]);

function saidOf({ type, value }: CompletionResult): Content[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text === '') return [];
  return [{ type: type === 'thoughts' ? 'reasoning' : 'text', text }];
}

function callOf({ id, tool_name, tool_input }: ToolUse<unknown>): Content {
  const call = { type: 'function-call', callId: id, name: tool_name } as const;
  if (typeof tool_input === 'string') return { ...call, argumentsText: tool_input };
  const input: Json = JSON.parse(JSON.stringify(tool_input ?? null));
  return isJsonObject(input) ? { ...call, arguments: input } : { ...call, argumentsText: JSON.stringify(input) };
}

function usageOf({ prompt, result, prompt_cached }: ExecutionTokenUsage): UsageDetails {
  return {
    ...(isCount(prompt) ? { inputTokens: prompt } : {}),
    ...(isCount(result) ? { outputTokens: result } : {}),
    ...(isCount(prompt_cached) ? { cachedInputTokens: prompt_cached } : {}),
  };
}

/** The library's types promise as much, and it hands on whatever came. */
const isSaid = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

// What the provider's own answer tells, as the SDK has it, and a completion does not. Pure.

/** The elements of what should be a list. */
export const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Names of an answer and of the model that gave it. */
export function named(original: unknown): OriginalMetadata {
  const [id, model] = [member(original, 'id'), member(original, 'model')];
  return { ...(isSaid(id) ? { responseId: id } : {}), ...(isSaid(model) ? { modelId: model } : {}) };
}

/** @param details of the tokens of an output */
export function reasoned(details: unknown): OriginalMetadata {
  const tokens = member(details, 'reasoning_tokens');
  return isCount(tokens) ? { reasoningTokens: tokens } : {};
}
