/** `ChatBedrockConverse`, made of the caller's settings and of nothing else. */
import { ChatBedrockConverse, type ChatBedrockConverseInput } from '@langchain/aws';
import type { AIMessageChunk, BaseMessage } from '@langchain/core/messages';
import type { Runnable } from '@langchain/core/runnables';
import type { ChatClient, ChatMessage, ChatOptions, ClientSettings, Warning } from '../../../spec/contract/index.ts';
import { type Call, clientOf } from '../shared/client.ts';
import { defined } from '../shared/defined.ts';
import { libraryMessages } from '../shared/messages.ts';
import { errorOf } from './errors.ts';
import { writingOf } from './messages.ts';
import { outcomeOf, readingOf } from './response.ts';
import { accessOf, provider } from './sdk.ts';
import { modelFieldsOf, thinksByEffort, toolChoiceOf, toolsOf } from './tools.ts';

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials cannot be sent, the base URL is none, or there is no region or no such surface
 */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const { region, clientFor, secret, close } = accessOf(settings);

  const callOf = (
    messages: readonly ChatMessage[],
    options: ChatOptions,
    sent: () => void,
    answered: () => void,
  ): Call => {
    const { tools = [], stopSequences, rawRepresentation, instructions } = options;
    const declared = toolsOf(tools, adapterId);
    const name = options.modelId ?? settings.model;
    const warnings = unsaid(options, declared.length, name);
    const fields = defined({
      model: name,
      region,
      maxTokens: options.maxOutputTokens,
      temperature: options.temperature,
      additionalModelRequestFields: modelFieldsOf(options, name),
      // The library knows of few models what choices they take, and refuses those of all others.
      supportsToolChoiceValues: ['auto' as const, 'any' as const, 'tool' as const],
      // The time allowed is counted by the bridge.
      streamIdleTimeout: 0,
      client: clientFor(rawRepresentation, { sent, answered }),
    });
    const callOptions = defined({ stop: stopSequences, tool_choice: toolChoiceOf(options) });
    return {
      model: new ChatBedrockConverse(fields as ChatBedrockConverseInput).bindTools(declared, callOptions) as Runnable<
        BaseMessage[],
        AIMessageChunk
      >,
      messages: libraryMessages(messages, writingOf(), instructions, warnings),
      reading: readingOf(tools),
      warnings,
    };
  };
  const column = {
    ...{ provider, callOf, outcomeOf, errorOf, close },
    get secret() {
      return secret();
    },
  };
  return clientOf(column, settings);
}

/** What neither the API nor the library has a word for. */
function unsaid(options: ChatOptions, declared: number, model: string): Warning[] {
  const { toolMode, allowMultipleToolCalls, conversationId, store, reasoning, tools = [] } = options;
  const keepsNothing = 'Converse keeps no conversation; every request carries all messages.';
  const unsent: [unsent: boolean, message: string][] = [
    [toolMode?.type === 'none', 'toolMode was not sent: Converse has no choice that forbids tools.'],
    [
      toolMode?.type === 'required' && declared === 0,
      'toolMode was not sent: a choice stands beside the tools of Converse, and none is declared.',
    ],
    [
      allowMultipleToolCalls !== undefined,
      'allowMultipleToolCalls was not sent: Converse leaves the number of calls to the model.',
    ],
    [conversationId !== undefined, `conversationId was not sent: ${keepsNothing}`],
    [store === true, `store was not sent: ${keepsNothing}`],
    [
      reasoning?.effort !== undefined && !thinksByEffort(model),
      'reasoning.effort was not sent: ChatBedrockConverse has no option for outputConfig.',
    ],
    [
      tools.some((tool) => tool.type === 'computer-use' && tool.environment !== undefined),
      'environment was not sent: Claude is told the size of a screen alone.',
    ],
  ];
  return unsent.flatMap(([applies, message]) => (applies ? [{ code: 'unsupported-setting', message }] : []));
}
