/** `ChatOpenAI` without `useResponsesApi`. */
import type { AIMessageChunk, BaseMessage } from '@langchain/core/messages';
import type { Runnable } from '@langchain/core/runnables';
import { ChatOpenAI } from '@langchain/openai';
import type { ChatClient, ChatMessage, ChatOptions, ClientSettings, Warning } from '../../../spec/contract/index.ts';
import { type Call, clientOf, type Outcome } from '../shared/client.ts';
import type { LibraryMessage } from '../shared/contents.ts';
import { defined } from '../shared/defined.ts';
import { asObject, text } from '../shared/json.ts';
import { libraryMessages, type Writing } from '../shared/messages.ts';
import { accessOf, modelKwargs, provider, toolChoiceOf } from '../shared/openai.ts';
import { toolsOf, webSearchOf } from './tools.ts';

/** What is said of the files that the user shows; the API wants a name for each. */
const writing: Writing = { provider };

/** @param adapterId named in errors */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const { fields, secret } = accessOf(settings);

  const callOf = (messages: readonly ChatMessage[], options: ChatOptions, sent: () => void): Call => {
    const { tools = [], store, allowMultipleToolCalls, instructions } = options;
    const warnings = unsaid(options);
    const declared = toolsOf(tools, adapterId);
    const beside = defined({ store, web_search_options: webSearchOf(tools) });
    const model = new ChatOpenAI({ ...fields(options, sent), ...modelKwargs(beside) });
    const callOptions = defined({ tool_choice: toolChoiceOf(options), parallel_tool_calls: allowMultipleToolCalls });
    return {
      model: model.bindTools(declared, callOptions) as Runnable<BaseMessage[], AIMessageChunk>,
      messages: libraryMessages(messages, writing, instructions, warnings),
      reading: { toolNames: new Map() },
      warnings,
    };
  };
  return clientOf({ provider, secret, callOf, outcomeOf }, settings);
}

/** Of a call that was demanded OpenAI says "stop". */
function outcomeOf({ id, response_metadata, tool_calls: calls = [] }: LibraryMessage): Outcome {
  const said = asObject(response_metadata);
  const reason = text(said.finish_reason) || undefined;
  return {
    responseId: text(id),
    messageId: text(id),
    modelId: text(said.model_name),
    finishReason: reason === 'stop' && calls.length > 0 ? 'tool_calls' : reason,
  };
}

/** What neither the API nor the library has a word for. */
function unsaid({ conversationId, reasoning }: ChatOptions): Warning[] {
  return [
    ...(conversationId === undefined
      ? []
      : ['conversationId was not sent: every request of OpenAI Chat Completions carries the whole conversation.']),
    ...(reasoning?.budgetTokens === undefined
      ? []
      : ['reasoning.budgetTokens was not sent: OpenAI Chat Completions takes an effort, no budget.']),
  ].map((message) => ({ code: 'unsupported-setting', message }));
}
