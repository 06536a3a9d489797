/** The envelope of one step of the library, whole or streamed, in the words of the contract. */
import type { CallWarning, FinishReason, LanguageModelUsage, ProviderMetadata } from 'ai';
import { type Content, type UsageDetails, type Warning, WireError } from '../../../spec/contract/index.ts';
import { defined } from './defined.ts';

/** What both `StepResult` and the end of a streamed step say. */
export interface StepEnd {
  readonly finishReason: FinishReason;
  readonly rawFinishReason: string | undefined;
  readonly usage: LanguageModelUsage;
  readonly providerMetadata?: ProviderMetadata | undefined;
}

/** The library's words; where it has none of its own, the provider's. */
const finishReasons = new Map<string, string>([
  ['stop', 'stop'],
  ['length', 'length'],
  ['tool-calls', 'tool_calls'],
  ['content-filter', 'content_filter'],
]);

/** @throws WireError where the answer was cut off */
export function finishReasonOf(end: StepEnd): string {
  if (end.finishReason === 'interrupted') throw new WireError('The stream of Anthropic broke off.');
  if (isPaused(end)) return 'pause_turn';
  return finishReasons.get(end.finishReason) ?? (end.rawFinishReason || end.finishReason);
}

/** The API paused a long turn, and goes on with it when what it said is sent back. The library calls that a stop. */
export const isPaused = ({ rawFinishReason }: StepEnd): boolean => rawFinishReason === 'pause_turn';

/** Why the model refused, where the provider says so. */
export function refusal({ providerMetadata }: StepEnd): Content[] {
  const details = providerMetadata?.anthropic?.stopDetails as { explanation?: string; category?: string } | undefined;
  if (!details?.explanation) return [];
  return [defined({ type: 'error' as const, message: details.explanation, errorCode: details.category })];
}

/** The container in which code ran, and in which a paused turn goes on. */
export function containerIdOf({ providerMetadata }: StepEnd): string | undefined {
  return (providerMetadata?.anthropic?.container as { id?: string } | null | undefined)?.id;
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
