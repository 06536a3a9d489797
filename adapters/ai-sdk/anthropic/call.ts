/** Options of the contract as settings of one call of the library. */
import type { AnthropicLanguageModelOptions } from '@ai-sdk/anthropic';
import { isStepCount, type ModelMessage } from 'ai';
import type { ChatMessage, ChatOptions, ClientSettings, Warning } from '../../../spec/contract/index.ts';
import { defined } from './defined.ts';
import { modelMessages } from './messages.ts';
import type { ModelOf } from './model.ts';
import { containerOf, fileIdsOf, mcpServersOf, toolChoiceOf, toolsOf } from './tools.ts';

export interface CallContext {
  readonly settings: Pick<ClientSettings, 'maxOutputTokens' | 'model' | 'retries'>;
  readonly adapterId: string;
  readonly modelOf: ModelOf;
}

/**
 * One step, never retried. What comes of the tools is the caller's business.
 *
 * @throws errors of the contract: the tools are unsupported or invalid, or the library has no words for a message
 */
export function callSettings(messages: readonly ChatMessage[], options: ChatOptions, context: CallContext) {
  const { settings, adapterId, modelOf } = context;
  const tools = toolsOf(options.tools ?? [], adapterId);
  const { reasoning, temperature, stopSequences, instructions } = options;
  return defined({
    model: modelOf(options.modelId ?? settings.model, options.rawRepresentation),
    tools,
    toolChoice: toolChoiceOf(options),
    // The library adds the budget for thinking to what it is given; on the wire, and in the contract, it is a part of it.
    maxOutputTokens: (options.maxOutputTokens ?? settings.maxOutputTokens) - (reasoning?.budgetTokens ?? 0),
    temperature,
    stopSequences,
    instructions,
    allowSystemInMessages: true,
    messages: modelMessages(messages, fileIdsOf(options.tools ?? [])),
    providerOptions: { anthropic: anthropicOptions(options) },
    maxRetries: settings.retries ?? 0,
    stopWhen: isStepCount(1),
  });
}

export type CallSettings = ReturnType<typeof callSettings>;

/** The same call once more, with what the model said so far, in the container in which its code ran. */
export function continued(settings: CallSettings, said: readonly ModelMessage[], container?: string): CallSettings {
  const { anthropic } = settings.providerOptions;
  return {
    ...settings,
    messages: [...settings.messages, ...said],
    providerOptions:
      container === undefined ? { anthropic } : { anthropic: { ...anthropic, container: { id: container } } },
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
  return reasons.map((message) => ({ code: 'unsupported-setting', message }));
}
