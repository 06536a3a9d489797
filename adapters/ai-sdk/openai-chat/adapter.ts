import type { OpenAILanguageModelChatOptions } from '@ai-sdk/openai';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import {
  type Adapter,
  type ChatClient,
  type ChatMessage,
  type ChatOptions,
  type ClientSettings,
  type Content,
  parseBaseUrl,
  type Warning,
} from '../../../spec/contract/index.ts';
import { clientOf } from '../shared/client.ts';
import type { Part, Reading } from '../shared/contents-from-parts.ts';
import { bearerOf, patching } from '../shared/credentials.ts';
import { defined, plain } from '../shared/json.ts';
import { modelMessages, type Writing } from '../shared/messages.ts';
import { openaiKey, openaiModels, openaiWords } from '../shared/openai.ts';
import {
  type CallContext,
  type LibraryCall,
  libraryCall,
  type ModelOf,
  unsupportedSetting,
} from '../shared/provider-bridge.ts';
import { chatTools } from '../shared/tools.ts';

// Options of the contract as settings of one call of the library.

/** The library looks for files under this name on Azure too. What the API fetches from an address is an image. */
const writing: Writing = {
  title: 'OpenAI',
  key: 'openai',
  typeOfAddress: () => 'image/*',
  addresses: /^image\//,
};

/** @throws errors of the contract: the tools are unsupported or invalid, or the library has no words for a message */
function callFor(
  messages: readonly ChatMessage[],
  options: ChatOptions,
  { settings, adapterId, modelOf }: CallContext,
): LibraryCall {
  return libraryCall(
    {
      model: modelOf(options.modelId ?? settings.model, options.rawRepresentation),
      tools: chatTools(options.tools ?? [], adapterId, 'openai-chat'),
      maxOutputTokens: options.maxOutputTokens,
      messages: modelMessages(messages, writing),
      providerOptions: optionsFor(openaiKey(settings), options),
    },
    options,
    settings,
  );
}

const openaiOptions = ({ allowMultipleToolCalls, reasoning, store, tools = [] }: ChatOptions) =>
  defined({
    // It says nothing without tools.
    parallelToolCalls: tools.length > 0 ? allowMultipleToolCalls : undefined,
    reasoningEffort: reasoning?.effort,
    store,
  }) satisfies OpenAILanguageModelChatOptions;

/** The package for other servers sends what it has no option for under the name that the API has. */
function optionsFor(key: ReturnType<typeof openaiKey>, options: ChatOptions): Record<string, JsonObject> {
  const { parallelToolCalls, ...others } = openaiOptions(options);
  return key === 'compatible'
    ? { compatible: defined({ ...others, parallel_tool_calls: parallelToolCalls }) }
    : { openai: openaiOptions(options) };
}

/** What neither the API nor the library has a word for. */
function unsupportedSettings({ conversationId, reasoning }: ChatOptions): Warning[] {
  return [
    ...(conversationId === undefined
      ? []
      : ['conversationId was not sent: every request of OpenAI Chat Completions carries the whole conversation.']),
    ...(reasoning?.budgetTokens === undefined
      ? []
      : ['reasoning.budgetTokens was not sent: OpenAI Chat Completions takes an effort, no budget.']),
  ].map(unsupportedSetting);
}

// What OpenAI Chat Completions says in words of its own, as contents of the contract.

const readingOf = (key: string): Reading => ({ key, contentsOf: ownContents });

/** The library tells sources apart from the text that cites them, and drops the places where it does. */
function ownContents(part: Part): Content[] | undefined {
  if (part.type !== 'source' || part.sourceType !== 'url') return undefined;
  const { url, title } = part;
  return [{ type: 'text', text: '', annotations: [defined({ url, title, rawRepresentation: plain(part) })] }];
}

/** Other servers that speak the API: the library documents a package of its own for them, which is loaded by the first call. */
function compatibleModels(settings: ClientSettings): ModelOf {
  const access = {
    name: 'compatible',
    baseURL: `${parseBaseUrl(settings)}/v1`,
    apiKey: bearerOf(settings.credentials, 'OpenAI'),
    includeUsage: true,
  };
  return (modelId, patch) => {
    const load = async () => {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({ ...access, ...patching(patch) }).chatModel(modelId);
    };
    return {
      specificationVersion: 'v4',
      provider: `${access.name}.chat`,
      modelId,
      supportedUrls: {},
      doGenerate: async (asked) => (await load()).doGenerate(asked),
      doStream: async (asked) => (await load()).doStream(asked),
    };
  };
}

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials or the base URL cannot be used
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const key = openaiKey(settings);
  const modelOf =
    key === 'compatible'
      ? compatibleModels(settings)
      : openaiModels(settings, (provider, modelId) => provider.chat(modelId));
  const context = { settings, adapterId, modelOf };
  const reading = readingOf(key);
  return clientOf(
    {
      words: openaiWords,
      reading: () => reading,
      call: (messages, options) => callFor(messages, options, context),
      unsupported: unsupportedSettings,
    },
    settings,
  );
}

const id = 'ai-sdk-openai-chat';

/**
 * OpenAI Chat Completions through the AI SDK and its providers `@ai-sdk/openai` (`openai.chat`) and `@ai-sdk/azure`; other servers that
 * speak it through `@ai-sdk/openai-compatible`.
 */
export const adapter: Adapter = {
  id,
  implementation: 'ai-sdk',
  providerApi: 'openai-chat',
  createClient: (settings) => createClient(id, settings),
};
