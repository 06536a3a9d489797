import { createMistral, type MistralLanguageModelChatOptions } from '@ai-sdk/mistral';
import {
  type Adapter,
  type ChatClient,
  type ChatMessage,
  type ChatOptions,
  type ClientSettings,
  parseBaseUrl,
  resolveSurface,
  type Warning,
} from '../../../spec/contract/index.ts';
import { clientOf } from '../shared/client.ts';
import { bearerOf, patching } from '../shared/credentials.ts';
import { defined } from '../shared/json.ts';
import { modelMessages } from '../shared/messages.ts';
import {
  type CallContext,
  type LibraryCall,
  libraryCall,
  type ModelOf,
  unsupportedSetting,
} from '../shared/provider-bridge.ts';
import { chatTools } from '../shared/tools.ts';

// Options of the contract as settings of one call of the library.

const key = 'mistral';

/** @throws errors of the contract: the tools are unsupported or invalid, or the library has no words for a message */
function callFor(
  messages: readonly ChatMessage[],
  options: ChatOptions,
  { settings, adapterId, modelOf }: CallContext,
): LibraryCall {
  return libraryCall(
    {
      model: modelOf(options.modelId ?? settings.model, options.rawRepresentation),
      tools: chatTools(options.tools ?? [], adapterId, 'mistral-chat'),
      maxOutputTokens: options.maxOutputTokens,
      messages: modelMessages(messages, { title: 'Mistral', key }),
      providerOptions: { [key]: mistralOptions(options) },
    },
    options,
    settings,
  );
}

const mistralOptions = ({ allowMultipleToolCalls, reasoning, tools = [] }: ChatOptions) =>
  defined({
    // It says nothing without tools.
    parallelToolCalls: tools.length > 0 ? allowMultipleToolCalls : undefined,
    reasoningEffort: reasoning?.effort,
  }) satisfies MistralLanguageModelChatOptions;

/** What neither the API nor the library has a word for. */
function unsupportedSettings({ conversationId, store, reasoning }: ChatOptions): Warning[] {
  return [
    ...(conversationId === undefined
      ? []
      : ['conversationId was not sent: every request of Mistral’s chat completions carries the whole conversation.']),
    ...(store === undefined ? [] : ['store was not sent: Mistral’s chat completions keep no conversation.']),
    ...(reasoning?.budgetTokens === undefined
      ? []
      : ['reasoning.budgetTokens was not sent: Mistral takes an effort, no budget.']),
  ].map(unsupportedSetting);
}

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials or the base URL cannot be used
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const context = { settings, adapterId, modelOf: modelsFor(settings) };
  return clientOf(
    {
      words: {
        title: 'Mistral',
        requestIdHeader: 'mistral-correlation-id',
        codeOf: ({ code, type }) => code ?? type,
      },
      reading: () => ({ key: 'mistral' }),
      call: (messages, options) => callFor(messages, options, context),
      unsupported: unsupportedSettings,
    },
    settings,
  );
}

/** The library's model, made of the caller's settings and of nothing else. */
function modelsFor(settings: ClientSettings): ModelOf {
  resolveSurface(settings, 'Mistral', ['mistral']);
  const access = { baseURL: `${parseBaseUrl(settings)}/v1`, apiKey: bearerOf(settings.credentials, 'Mistral') };
  return (modelId, patch) => createMistral({ ...access, ...patching(patch) }).chat(modelId);
}

const id = 'ai-sdk-mistral-chat';

/** Chat completions of Mistral through the AI SDK and its provider `@ai-sdk/mistral`. */
export const adapter: Adapter = {
  id,
  implementation: 'ai-sdk',
  providerApi: 'mistral-chat',
  createClient: (settings) => createClient(id, settings),
};
