/** The envelope of one step of the library, whole or streamed, in the words of the contract. */
import type { CallWarning, FinishReason, LanguageModelUsage, ProviderMetadata } from 'ai';
import { type UsageDetails, type Warning, WireError } from '../../../spec/contract/index.ts';
import { defined } from './json.ts';

/** What both `StepResult` and the end of a streamed step say. */
export interface StepEnd {
  readonly finishReason: FinishReason;
  readonly rawFinishReason: string | undefined;
  readonly usage: LanguageModelUsage;
  readonly providerMetadata?: ProviderMetadata | undefined;
  readonly response: { readonly id: string; readonly modelId: string };
}

/** The library's words; where it has none of its own, the provider's. */
const finishReasons = new Map<string, string>([
  ['stop', 'stop'],
  ['length', 'length'],
  ['tool-calls', 'tool_calls'],
  ['content-filter', 'content_filter'],
]);

/**
 * @param isPaused the provider will go on with the turn: its own word says so, the library's does not
 * @throws WireError where the answer was cut off
 */
export function finishReasonOf({ finishReason, rawFinishReason }: StepEnd, isPaused = false): string {
  if (finishReason === 'interrupted') throw new WireError('The stream broke off.');
  if (isPaused && rawFinishReason) return rawFinishReason;
  return finishReasons.get(finishReason) ?? (rawFinishReason || finishReason);
}

/** What the provider calls the answer. Where it has no name, the library makes one up, which is left out. */
export function answeredBy({ response: { id, modelId } }: StepEnd): { responseId?: string; modelId: string } {
  return { ...(/^aitxt-\w{24}$/.test(id) ? {} : { responseId: id }), modelId };
}

export function usageOf({ usage }: StepEnd): UsageDetails {
  return defined({
    inputTokens: count(usage.inputTokens),
    outputTokens: count(usage.outputTokens),
    cachedInputTokens: count(usage.inputTokenDetails.cacheReadTokens),
    reasoningTokens: count(usage.outputTokenDetails.reasoningTokens),
  });
}

/** The library hands on any number: a count is whole, from 0. */
const count = (value: number | undefined): number | undefined =>
  Number.isInteger(value) && Number(value) >= 0 ? value : undefined;

export function warningsOf(warnings: readonly CallWarning[] = []): Warning[] {
  return warnings.map((warning) => {
    if (warning.type === 'other') return { code: 'other', message: warning.message };
    if (warning.type === 'deprecated') return { code: 'deprecated', message: `${warning.setting}: ${warning.message}` };
    return { code: `${warning.type}-setting`, message: `${warning.feature}: ${warning.details ?? warning.type}` };
  });
}
