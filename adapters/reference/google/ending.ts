/** How an answer ended and what it cost, in the words of the contract. Pure. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import type { Content, UsageDetails } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import { count, wording } from '../shared/json.ts';

const finishReasons = new Map([
  ['STOP', 'stop'],
  ['MAX_TOKENS', 'length'],
  ['SAFETY', 'content_filter'],
  ['RECITATION', 'content_filter'],
  ['BLOCKLIST', 'content_filter'],
  ['PROHIBITED_CONTENT', 'content_filter'],
  ['SPII', 'content_filter'],
  ['IMAGE_SAFETY', 'content_filter'],
  ['IMAGE_PROHIBITED_CONTENT', 'content_filter'],
  ['IMAGE_RECITATION', 'content_filter'],
]);

/** A call ends with STOP like any answer. What none of the contract's words says stays as the provider writes it. */
export function finishReason(reason: string, asksTheApplication: boolean): string {
  return reason === 'STOP' && asksTheApplication ? 'tool_calls' : (finishReasons.get(reason) ?? reason);
}

const needsNoWords = new Set(['STOP', 'MAX_TOKENS']);

/** Why an answer ended before its time, where the API says so. */
export function cutShort(candidate: JsonObject): Content[] {
  const reason = wording(candidate.finishReason) ?? 'STOP';
  if (needsNoWords.has(reason)) return [];
  const message = wording(candidate.finishMessage) ?? `The answer ended with ${reason}.`;
  return [{ type: 'error', message, errorCode: reason, rawRepresentation: candidate }];
}

/** Why there is no answer at all. */
export function blocked(feedback: Json | undefined): Content[] {
  if (!isJsonObject(feedback)) return [];
  const reason = wording(feedback.blockReason);
  if (reason === undefined) return [];
  const message = wording(feedback.blockReasonMessage) ?? `The prompt was blocked: ${reason}.`;
  return [{ type: 'error', message, errorCode: reason, rawRepresentation: feedback }];
}

/** What tools gave the model is input, and thoughts are output. A count of zero stays unsaid on the wire. */
export function usageDetails(usage: JsonObject): UsageDetails | undefined {
  const prompt = count(usage.promptTokenCount);
  const candidates = count(usage.candidatesTokenCount);
  if (prompt === undefined && candidates === undefined) return undefined;
  const thoughts = count(usage.thoughtsTokenCount);
  return defined({
    inputTokens: (prompt ?? 0) + (count(usage.toolUsePromptTokenCount) ?? 0),
    outputTokens: (candidates ?? 0) + (thoughts ?? 0),
    cachedInputTokens: count(usage.cachedContentTokenCount),
    reasoningTokens: thoughts,
  });
}
