/** Options of the contract as settings of one call of the library. */
import type { MistralLanguageModelChatOptions } from '@ai-sdk/mistral';
import type { ChatMessage, ChatOptions, Warning } from '../../../spec/contract/index.ts';
import { libraryCall, unsupportedSetting } from '../shared/call.ts';
import { chatTools } from '../shared/chat-tools.ts';
import type { CallContext, LibraryCall } from '../shared/column.ts';
import { defined } from '../shared/defined.ts';
import { modelMessages } from '../shared/messages.ts';

const key = 'mistral';

/** @throws errors of the contract: the tools are unsupported or invalid, or the library has no words for a message */
export function callFor(
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

const mistralOptions = ({ allowMultipleToolCalls, reasoning }: ChatOptions) =>
  defined({
    parallelToolCalls: allowMultipleToolCalls,
    reasoningEffort: reasoning?.effort,
  }) satisfies MistralLanguageModelChatOptions;

/** What neither the API nor the library has a word for. */
export function unsupportedSettings({ conversationId, store, reasoning }: ChatOptions): Warning[] {
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
