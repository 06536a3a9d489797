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
  readonly response: {
    readonly id: string;
    readonly modelId: string;
    readonly headers?: Readonly<Record<string, string>> | undefined;
  };
}

/** The library's words; where it has none of its own, the provider's. */
const finishReasons = new Map<string, string>([
  ['stop', 'stop'],
  ['length', 'length'],
  ['tool-calls', 'tool_calls'],
  ['content-filter', 'content_filter'],
]);

/**
 * @param rawReason the provider's, where the library documents that it has to be read instead of its own
 * @throws WireError where the answer was cut off
 */
export function finishReasonOf(
  { finishReason, rawFinishReason, response: { headers } }: StepEnd,
  { rawReason }: { readonly rawReason?: string },
): string {
  if (finishReason === 'interrupted')
    throw new WireError(`The stream broke off (${headers?.['content-type'] ?? 'of an unknown media type'}).`);
  if (rawReason !== undefined && rawFinishReason === rawReason) return rawReason;
  return finishReasons.get(finishReason) ?? (rawFinishReason || finishReason);
}

/** What the provider calls the answer. Where it has no name, the library makes one up, which is left out. */
export function answeredBy({ response: { id, modelId } }: StepEnd): { responseId?: string; modelId: string } {
  return { ...(/^aitxt-\w{24}$/.test(id) ? {} : { responseId: id }), modelId };
}

export function usageOf({ usage }: StepEnd): UsageDetails {
  return defined({
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    cachedInputTokens: usage.inputTokenDetails.cacheReadTokens,
    reasoningTokens: usage.outputTokenDetails.reasoningTokens,
  });
}

export function warningsOf(warnings: readonly CallWarning[] = []): Warning[] {
  return warnings.map((warning) => {
    if (warning.type === 'other') return { code: 'other', message: warning.message };
    if (warning.type === 'deprecated') return { code: 'deprecated', message: `${warning.setting}: ${warning.message}` };
    return { code: `${warning.type}-setting`, message: `${warning.feature}: ${warning.details ?? warning.type}` };
  });
}
