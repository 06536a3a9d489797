/** Options of the contract as settings of one call of the library. */
import type { OpenAILanguageModelChatOptions } from '@ai-sdk/openai';
import type { ChatMessage, ChatOptions, Warning } from '../../../spec/contract/index.ts';
import { libraryCall, unsupportedSetting } from '../shared/call.ts';
import { chatTools } from '../shared/chat-tools.ts';
import type { CallContext, LibraryCall } from '../shared/column.ts';
import { defined } from '../shared/defined.ts';
import { modelMessages } from '../shared/messages.ts';
import type { Writing } from '../shared/writing.ts';

/** The library looks for files under this name on Azure too. What the API fetches from an address is an image. */
const writing: Writing = { title: 'OpenAI', key: 'openai', typeOfAddress: () => 'image/*' };

/** @throws errors of the contract: the tools are unsupported or invalid, or the library has no words for a message */
export function callFor(
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
      providerOptions: { openai: openaiOptions(options) },
    },
    options,
    settings,
  );
}

const openaiOptions = ({ allowMultipleToolCalls, reasoning, store }: ChatOptions) =>
  defined({
    parallelToolCalls: allowMultipleToolCalls,
    reasoningEffort: reasoning?.effort,
    store,
  }) satisfies OpenAILanguageModelChatOptions;

/** What neither the API nor the library has a word for. */
export function unsupportedSettings({ conversationId, reasoning }: ChatOptions): Warning[] {
  return [
    ...(conversationId === undefined
      ? []
      : ['conversationId was not sent: every request of OpenAI Chat Completions carries the whole conversation.']),
    ...(reasoning?.budgetTokens === undefined
      ? []
      : ['reasoning.budgetTokens was not sent: OpenAI Chat Completions takes an effort, no budget.']),
  ].map(unsupportedSetting);
}
