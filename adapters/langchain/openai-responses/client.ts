/** `ChatOpenAI` with `useResponsesApi`. */
import type { AIMessageChunk, BaseMessage } from '@langchain/core/messages';
import type { Runnable } from '@langchain/core/runnables';
import { ChatOpenAI } from '@langchain/openai';
import type { ChatClient, ChatMessage, ChatOptions, ClientSettings, Warning } from '../../../spec/contract/index.ts';
import { type Call, clientOf } from '../shared/client.ts';
import { defined } from '../shared/defined.ts';
import { libraryMessages } from '../shared/messages.ts';
import { accessOf, modelKwargs, provider, toolChoiceOf } from '../shared/openai.ts';
import { writing } from './messages.ts';
import { outcomeOf, readingOf } from './response.ts';
import { includesOf, maxToolCallsOf, strictOf, toolsOf, unsaidOfTools } from './tools.ts';

/** @param adapterId named in errors */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const { fields, secret } = accessOf(settings);

  const callOf = (messages: readonly ChatMessage[], options: ChatOptions, sent: () => void): Call => {
    const { tools = [], store, allowMultipleToolCalls, instructions, conversationId } = options;
    const name = options.modelId ?? settings.model;
    const warnings = unsaid(options, name);
    const declared = toolsOf(tools, adapterId, name);
    const { stopSequences: _, ...sayable } = options;
    const beside = defined({ store: store === true ? store : undefined, max_tool_calls: maxToolCallsOf(tools) });
    const model = new ChatOpenAI({
      ...fields(sayable, sent),
      ...modelKwargs(beside),
      useResponsesApi: true,
      // The library's word for a provider that keeps nothing.
      ...(store === false ? { zdrEnabled: true } : {}),
    });
    const include = [...includesOf(tools), ...(store === false ? ['reasoning.encrypted_content'] : [])];
    const callOptions = defined({
      tool_choice: toolChoiceOf(options),
      parallel_tool_calls: allowMultipleToolCalls,
      previous_response_id: conversationId,
      include: include.length > 0 ? include : undefined,
      strict: strictOf(tools),
    });
    return {
      model: model.bindTools(declared, callOptions as object) as Runnable<BaseMessage[], AIMessageChunk>,
      messages: libraryMessages(unkept(messages, conversationId), writing, instructions, warnings),
      reading: readingOf(tools),
      warnings,
    };
  };
  return clientOf({ provider, secret, callOf, outcomeOf }, settings);
}

/** Where OpenAI keeps the conversation, it wants what came after the assistant's last word alone. */
const unkept = (messages: readonly ChatMessage[], conversationId: string | undefined): readonly ChatMessage[] =>
  conversationId === undefined
    ? messages
    : messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);

/** What neither the API nor the library has a word for. */
function unsaid({ reasoning, stopSequences = [], tools = [] }: ChatOptions, model: string): Warning[] {
  return [
    ...(stopSequences.length > 0 ? ['stopSequences were not sent: OpenAI Responses has none.'] : []),
    ...(reasoning?.budgetTokens === undefined
      ? []
      : ['reasoning.budgetTokens was not sent: OpenAI Responses takes an effort, no budget.']),
    ...unsaidOfTools(tools, model),
  ].map((message) => ({ code: 'unsupported-setting', message }));
}
