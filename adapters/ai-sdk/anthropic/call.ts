/** Options of the contract as settings of one call of the library. */
import type { AnthropicLanguageModelOptions } from '@ai-sdk/anthropic';
import type { ModelMessage } from 'ai';
import type { ChatMessage, ChatOptions, Warning } from '../../../spec/contract/index.ts';
import { libraryCall, unsupportedSetting } from '../shared/call.ts';
import type { CallContext, LibraryCall } from '../shared/column.ts';
import { defined } from '../shared/defined.ts';
import { asObject } from '../shared/json.ts';
import type { StepEnd } from '../shared/step.ts';
import { isPaused } from './reading.ts';
import { containerOf, fileIdsOf, mcpServersOf, toolsOf } from './tools.ts';
import { messagesOf } from './writing.ts';

/** @throws errors of the contract: the tools are unsupported or invalid, or the library has no words for a message */
export function callFor(
  messages: readonly ChatMessage[],
  options: ChatOptions,
  { settings, adapterId, modelOf }: CallContext,
): LibraryCall {
  const { tools = [], reasoning, modelId = settings.model } = options;
  return libraryCall(
    {
      model: modelOf(modelId, options.rawRepresentation),
      tools: toolsOf(tools, adapterId),
      // The library adds the budget for thinking to what it is given; on the wire, and in the contract, it is a part of it.
      maxOutputTokens: (options.maxOutputTokens ?? settings.maxOutputTokens) - (reasoning?.budgetTokens ?? 0),
      messages: messagesOf(messages, fileIdsOf(tools)),
      providerOptions: { anthropic: anthropicOptions(options) },
    },
    options,
    settings,
  );
}

/** The same call once more, with what the model said so far, in the container in which its code ran. */
export function continued(call: LibraryCall, end: StepEnd, said: readonly ModelMessage[]): LibraryCall | undefined {
  if (!isPaused(end)) return undefined;
  const { anthropic = {} } = call.providerOptions;
  const { id } = asObject(end.providerMetadata?.anthropic?.container);
  return {
    ...call,
    messages: [...call.messages, ...said],
    providerOptions: { anthropic: typeof id === 'string' ? { ...anthropic, container: { id } } : anthropic },
  };
}

function anthropicOptions({ reasoning, allowMultipleToolCalls, tools = [] }: ChatOptions) {
  const { budgetTokens, effort } = reasoning ?? {};
  const mcpServers = mcpServersOf(tools);
  const container = containerOf(tools);
  return defined({
    thinking: budgetTokens === undefined ? undefined : { type: 'enabled' as const, budgetTokens },
    effort,
    mcpServers: mcpServers.length > 0 ? mcpServers : undefined,
    container: container === undefined ? undefined : { id: container },
    disableParallelToolUse: allowMultipleToolCalls === undefined ? undefined : !allowMultipleToolCalls,
  }) satisfies AnthropicLanguageModelOptions;
}

/** What neither the API nor the library has a word for. */
export function unsupportedSettings({ conversationId, store, tools = [] }: ChatOptions): Warning[] {
  const unsent = [...(conversationId === undefined ? [] : ['conversationId']), ...(store === true ? ['store'] : [])];
  const reasons = [
    ...unsent.map(
      (name) => `${name} was not sent: Anthropic keeps no conversation; every request carries all messages.`,
    ),
    ...tools.flatMap((tool) => {
      if (tool.type === 'computer-use') {
        const names = `displayWidth, displayHeight${tool.environment === undefined ? '' : ', environment'}`;
        return [`${names} were not sent: to Anthropic's toolset a screen is as large as its screenshots.`];
      }
      if (tool.type !== 'mcp-server' || tool.serverDescription === undefined) return [];
      return ['serverDescription was not sent: Anthropic has no place for it.'];
    }),
  ];
  return reasons.map(unsupportedSetting);
}
