/** Options of the contract that are settings of the library, whatever the provider. */
import { isStepCount, type LanguageModel, type ModelMessage, type ToolChoice, type ToolSet } from 'ai';
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { ChatOptions, ClientSettings, Warning } from '../../../spec/contract/index.ts';
import type { LibraryCall } from './column.ts';
import { defined } from './defined.ts';

/** What a column says in words of its own. */
export interface OwnSettings {
  readonly model: LanguageModel;
  readonly tools: ToolSet;
  readonly messages: ModelMessage[];
  readonly maxOutputTokens: number | undefined;
  readonly providerOptions: Record<string, JsonObject>;
}

/** One step, sent again no oftener than the settings allow. */
export function libraryCall(own: OwnSettings, options: ChatOptions, { retries }: ClientSettings): LibraryCall {
  const { temperature, stopSequences, instructions } = options;
  return defined({
    ...own,
    toolChoice: toolChoiceOf(options),
    temperature,
    stopSequences: stopSequences?.length ? stopSequences : undefined,
    instructions,
    allowSystemInMessages: true as const,
    maxRetries: retries ?? 0,
    stopWhen: isStepCount(1),
  });
}

/** Absent where the caller leaves it to the library. */
function toolChoiceOf({ toolMode }: ChatOptions): ToolChoice<ToolSet> | undefined {
  if (toolMode?.type !== 'required') return toolMode?.type;
  return toolMode.functionName === undefined ? 'required' : { type: 'tool', toolName: toolMode.functionName };
}

export const unsupportedSetting = (message: string): Warning => ({ code: 'unsupported-setting', message });
