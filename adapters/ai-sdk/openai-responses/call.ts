/** Options of the contract as settings of one call of the library. */
import type { OpenAILanguageModelResponsesOptions } from '@ai-sdk/openai';
import type { ChatMessage, ChatOptions, Warning } from '../../../spec/contract/index.ts';
import { libraryCall, unsupportedSetting } from '../shared/call.ts';
import type { CallContext, LibraryCall } from '../shared/column.ts';
import { defined } from '../shared/defined.ts';
import { modelMessages } from '../shared/messages.ts';
import { toolsOf } from './tools.ts';
import { writingOf } from './writing.ts';

/**
 * Where OpenAI keeps the conversation (`conversationId`), only what came after the assistant's last word is sent.
 *
 * @param key under which the library keeps what is the provider's own
 * @throws errors of the contract: the tools are unsupported or invalid, or the library has no words for a message
 */
export function callFor(
  messages: readonly ChatMessage[],
  options: ChatOptions,
  { settings, adapterId, modelOf }: CallContext,
  key: string,
): LibraryCall {
  const { conversationId, tools = [], modelId = settings.model } = options;
  const kept = conversationId === undefined ? 0 : messages.findLastIndex(({ role }) => role === 'assistant') + 1;
  return libraryCall(
    {
      model: modelOf(modelId, options.rawRepresentation),
      tools: toolsOf(tools, adapterId, modelId),
      maxOutputTokens: options.maxOutputTokens,
      messages: modelMessages(messages, writingOf(key, messages, tools), kept),
      providerOptions: { [key]: openaiOptions(options) },
    },
    options,
    settings,
  );
}

function openaiOptions({ allowMultipleToolCalls, reasoning, store, conversationId, tools = [] }: ChatOptions) {
  return defined({
    parallelToolCalls: allowMultipleToolCalls,
    reasoningEffort: reasoning?.effort,
    store,
    passThroughUnsupportedFiles: true,
    ...resumed(conversationId),
    maxToolCalls: mostSearches(tools),
    include: tools.some(({ type }) => type === 'file-search') ? ['file_search_call.results' as const] : undefined,
  }) satisfies OpenAILanguageModelResponsesOptions;
}

/** A conversation has an id of its own kind, a chain of responses that of the last one. */
function resumed(id: string | undefined) {
  if (id === undefined) return {};
  return id.startsWith('conv_') ? { conversation: id } : { previousResponseId: id };
}

/** The limit of the API is one for all tools that it runs, so it says the same only where search is the only one. */
function mostSearches(tools: NonNullable<ChatOptions['tools']>): number | undefined {
  const [tool, another] = tools.filter(({ type }) => type !== 'function');
  return tool?.type === 'web-search' && another === undefined ? tool.maximumUses : undefined;
}

/** What neither the API nor the library has a word for. */
export function unsupportedSettings({ reasoning, tools = [] }: ChatOptions): Warning[] {
  const unsaid = tools.flatMap((tool) => {
    if (tool.type === 'computer-use') {
      const names = `displayWidth, displayHeight${tool.environment === undefined ? '' : ', environment'}`;
      return [`${names} of computer-use were not sent: OpenAI reads them from the screenshots.`];
    }
    if (tool.type !== 'web-search' || tool.maximumUses === undefined || mostSearches(tools) !== undefined) return [];
    return ['maximumUses of web-search was not sent: OpenAI Responses has one limit for all tools that it runs.'];
  });
  const budget =
    reasoning?.budgetTokens === undefined
      ? []
      : ['reasoning.budgetTokens was not sent: OpenAI Responses takes an effort, no budget.'];
  return [...unsaid, ...budget].map(unsupportedSetting);
}
