/** What one provider API adds to what all columns share. */
import {
  isStepCount,
  jsonSchema,
  type LanguageModel,
  type ModelMessage,
  Output,
  type StopCondition,
  type ToolChoice,
  type ToolSet,
} from 'ai';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import type { ChatMessage, ChatOptions, ClientSettings, Warning } from '../../../spec/contract/index.ts';
import type { Reading } from './contents-from-parts.ts';
import type { ErrorWords } from './errors.ts';
import { defined } from './json.ts';

/** Makes the model for one call, which may patch the body of its requests. */
export type ModelOf = (modelId: string, patch: JsonObject | undefined) => LanguageModel;

/** What a call needs besides the caller's words. */
export interface CallContext {
  readonly settings: ClientSettings;
  /** Named in errors. */
  readonly adapterId: string;
  readonly modelOf: ModelOf;
}

/** Settings of one call of the library. */
export interface LibraryCall {
  readonly model: LanguageModel;
  readonly tools: ToolSet;
  readonly toolChoice?: ToolChoice<ToolSet>;
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly stopSequences?: string[];
  readonly instructions?: string;
  readonly output?: Output.Output<string>;
  readonly allowSystemInMessages: true;
  readonly messages: ModelMessage[];
  readonly providerOptions: Record<string, JsonObject>;
  readonly maxRetries: number;
  readonly stopWhen: StopCondition<ToolSet>;
  readonly experimental_download: typeof passOn;
}

export interface Column {
  readonly words: ErrorWords;
  /** How parts are read of an answer to these options. */
  reading(options: ChatOptions): Reading;
  /**
   * One step. What comes of the tools is the caller's business.
   *
   * @throws errors of the contract: the tools are unsupported or invalid, or the library has no words for a message
   */
  call(messages: readonly ChatMessage[], options: ChatOptions): LibraryCall;
  /** What neither the API nor the library has a word for. */
  unsupported(options: ChatOptions): Warning[];
}

// Options of the contract that are settings of the library, whatever the provider.

/** What a column says in words of its own. */
interface OwnSettings {
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
    output: outputOf(options),
    allowSystemInMessages: true as const,
    maxRetries: retries ?? 0,
    stopWhen: isStepCount(1),
    experimental_download: passOn,
  });
}

/** Addresses are the provider's to fetch: by default the library would ask them itself, whoever they are. */
const passOn = async (downloads: readonly unknown[]): Promise<null[]> => downloads.map(() => null);

/** The format goes to the provider; the answer stays the text that it is, which the application parses. */
function outputOf({ responseFormat }: ChatOptions): Output.Output<string> | undefined {
  if (responseFormat?.type !== 'json') return undefined;
  const { schema, name } = responseFormat;
  const asked =
    schema === undefined
      ? Output.json(defined({ name }))
      : Output.object(defined({ schema: jsonSchema(schema), name }));
  return { ...Output.text(), name: asked.name, responseFormat: asked.responseFormat };
}

/** Absent where the caller leaves it to the library. */
function toolChoiceOf({ toolMode }: ChatOptions): ToolChoice<ToolSet> | undefined {
  if (toolMode?.type !== 'required') return toolMode?.type;
  return toolMode.functionName === undefined ? 'required' : { type: 'tool', toolName: toolMode.functionName };
}

export const unsupportedSetting = (message: string): Warning => ({ code: 'unsupported-setting', message });
