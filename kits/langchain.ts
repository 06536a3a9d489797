/** Any chat model of LangChain.js as an adapter: what other repositories import as `agent-tools-conformance/langchain`. */
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { AIMessageChunk, BaseMessage } from '@langchain/core/messages';
import type { Runnable } from '@langchain/core/runnables';
import {
  type Call,
  clientOf,
  isOfAnotherChoice,
  type Outcome,
  toldFetch,
} from '../adapters/langchain/shared/client.ts';
import type { LibraryMessage } from '../adapters/langchain/shared/contents.ts';
import { asObject, defined, text } from '../adapters/langchain/shared/json.ts';
import { libraryMessages } from '../adapters/langchain/shared/messages.ts';
import { isJsonObject, type JsonObject } from '../lib/canonical-json.ts';
import {
  type Adapter,
  type Capabilities,
  type ChatMessage,
  type ChatOptions,
  type ClientSettings,
  InvalidToolError,
  parseBaseUrl,
  type Tool,
  UnsupportedToolError,
  type Warning,
} from '../spec/contract/index.ts';
import type { Conformance } from './conformance.ts';
import { type Access, accessFrom, functionsAlone, onFirstSurface } from './settings.ts';

/** What a chat model is made with for one call. Members that the caller did not set are absent, so that `fields` can be spread. */
export interface ChatModelSettings {
  /** Base URL of the provider API as its vendor documents it, without a version and without a slash at its end: `https://api.openai.com`. */
  readonly baseUrl: string;
  /** Members as most chat models call them. */
  readonly fields: {
    readonly model: string;
    readonly apiKey: string;
    readonly maxTokens?: number;
    readonly temperature?: number;
    readonly stop?: string[];
    readonly maxRetries: number;
  };
  /** To be given to the model's client where it takes one: it tells whether anything was sent. */
  readonly fetch: typeof globalThis.fetch;
}

/** A chat model of LangChain.js that is to be judged. */
export interface ChatModelUnderTest {
  /** Its name in results: `groq`, `my-gateway`. */
  readonly name: string;
  /** The provider API whose wire it speaks, as the matrix names it: `openai-chat`, `anthropic`. */
  readonly wire: string;
  /** What it means to support; function calling, where absent. */
  readonly capabilities?: Capabilities;
  readonly model: (settings: ChatModelSettings) => BaseChatModel;
  /** Options of one call beside its tools and their choice; none, where absent. */
  readonly callOptions?: (options: ChatOptions) => object;
}

/** The adapter of a chat model: functions are its tools. */
export function adapterOf({
  name,
  wire,
  model,
  callOptions,
  capabilities = functionsAlone,
}: ChatModelUnderTest): Adapter {
  const id = `${name}-${wire}`;
  const callOf = (
    { settings, access }: { readonly settings: ClientSettings; readonly access: Access },
    messages: readonly ChatMessage[],
    options: ChatOptions,
    sent: () => void,
  ): Call => {
    const { tools = [], modelId, maxOutputTokens, temperature, stopSequences, instructions } = options;
    const warnings = callOptions ? [] : unsent(options);
    const fields = defined({
      model: modelId ?? settings.model,
      apiKey: access.apiKey,
      maxTokens: maxOutputTokens,
      temperature,
      stop: stopSequences && [...stopSequences],
      maxRetries: settings.retries ?? 0,
    });
    const made = model({ baseUrl: parseBaseUrl(settings), fields, fetch: access.authorized(toldFetch(sent)) });
    const own = { ...callOptions?.(options), ...choiceOf(options) };
    const declared = tools.map((tool) => toolOf(tool, id, wire));
    if (declared.length > 0 && !made.bindTools) throw new UnsupportedToolError('function', id, []);
    return {
      model: (declared.length > 0 ? made.bindTools?.(declared, own) : made.withConfig(own)) as Runnable<
        BaseMessage[],
        AIMessageChunk
      >,
      messages: libraryMessages(messages, { provider: name }, instructions, warnings),
      reading: { toolNames: new Map() },
      warnings,
    };
  };
  return {
    id,
    implementation: name,
    providerApi: wire,
    capabilities,
    createClient(settings) {
      const access = accessFrom(settings.credentials, name);
      const given = { settings, access };
      return clientOf(
        {
          provider: name,
          secret: access.apiKey,
          callOf: (messages, options, sent) => callOf(given, messages, options, sent),
          outcomeOf,
          isOfAnother: isOfAnotherChoice,
        },
        settings,
      );
    },
  };
}

/** @throws InvalidToolError for a function whose schema is none, UnsupportedToolError for what is no function */
function toolOf(tool: Tool, id: string, wire: string): JsonObject {
  if (tool.type === 'raw' && tool.providerApi === wire) return tool.declaration;
  if (tool.type !== 'function') throw new UnsupportedToolError(tool.type, id, ['function', `raw of ${wire}`]);
  const { name, description, parameters, strict } = tool;
  if (!isJsonObject(parameters)) throw new InvalidToolError(name, 'its parameters must be a JSON Schema.');
  return { type: 'function', function: defined({ name, description, parameters, strict }) };
}

/** In the words that LangChain documents for all chat models: `auto`, `none`, `any`, or a name. */
function choiceOf({ toolMode, tools = [] }: ChatOptions): { readonly tool_choice?: string } {
  // It says nothing without tools.
  if (tools.length === 0 || toolMode === undefined) return {};
  return { tool_choice: toolMode.type === 'required' ? (toolMode.functionName ?? 'any') : toolMode.type };
}

/** Members of the metadata as most providers call them. */
function outcomeOf({ id, response_metadata }: LibraryMessage): Outcome {
  const said = asObject(response_metadata);
  const reason = said.finish_reason ?? said.finishReason ?? said.stop_reason;
  return {
    responseId: text(said.id) ?? text(id),
    messageId: text(id),
    modelId: text(said.model_name) ?? text(said.model),
    finishReason: text(reason) || undefined,
  };
}

/** Options that chat models are not told alike. */
function unsent({ allowMultipleToolCalls, conversationId, reasoning, responseFormat, store }: ChatOptions): Warning[] {
  const own = defined({ allowMultipleToolCalls, conversationId, reasoning, responseFormat, store });
  return Object.keys(own).map((option) => ({
    code: 'unsupported-setting',
    message: `${option} was not sent: callOptions does not say how.`,
  }));
}

/**
 * Declares the generated suite of a chat model in a test file of vitest: function calling on the first variant of the provider API, unless
 * `tools` and `surfaces` say otherwise.
 *
 * ```ts
 * import { ChatGroq } from '@langchain/groq';
 * import { testChatModel } from 'agent-tools-conformance/langchain';
 *
 * await testChatModel({
 *   name: 'groq',
 *   wire: 'openai-chat',
 *   model: ({ baseUrl, fields, fetch }) => new ChatGroq({ ...fields, baseUrl, fetch }),
 * });
 * ```
 *
 * @throws {Error} the known issues are malformed, there is no such provider API, its recordings are not installed, or no case fits.
 */
export async function testChatModel({
  name,
  wire,
  model,
  callOptions,
  capabilities,
  ...given
}: ChatModelUnderTest & Omit<Conformance, 'adapter'>): Promise<void> {
  const adapter = adapterOf(
    defined({ name, wire, model, callOptions, capabilities: capabilities ?? (given.tools && { tools: given.tools }) }),
  );
  // Whoever plays the adapter with another runner has no vitest.
  const { describeConformance } = await import('./vitest.ts');
  await describeConformance({ ...(await onFirstSurface(wire)), ...given, adapter });
}
