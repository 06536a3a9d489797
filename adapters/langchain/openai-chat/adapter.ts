import { type AIMessageChunk, type BaseMessage, type ContentBlock, FunctionMessage } from '@langchain/core/messages';
import type { Runnable } from '@langchain/core/runnables';
import { ChatOpenAI } from '@langchain/openai';
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  type Adapter,
  type ChatClient,
  type ChatMessage,
  type ChatOptions,
  type ClientSettings,
  type Content,
  InvalidToolError,
  type RawTool,
  type Tool,
  UnsupportedToolError,
  type Warning,
} from '../../../spec/contract/index.ts';
import { type Call, clientOf, isOfAnotherChoice, type Outcome } from '../shared/client.ts';
import type { LibraryMessage } from '../shared/contents.ts';
import { asObject, defined, objects, plain, text } from '../shared/json.ts';
import { libraryMessages, type Writing, wordsOf } from '../shared/messages.ts';
import { accessOf, formatOf, modelKwargs, provider, toolChoiceOf } from '../shared/openai.ts';

// Tools of the contract as those that `ChatOpenAI` takes for Chat Completions.

const supported = ['function', 'web-search', 'raw'];

/** A search is no tool here; see {@link webSearchOf}. */
const toolsOf = (tools: readonly Tool[], adapterId: string): JsonObject[] =>
  tools.flatMap((tool) => (tool.type === 'web-search' ? [] : [toolOf(tool, adapterId)]));

function toolOf(tool: Tool, adapterId: string): JsonObject {
  if (tool.type === 'raw') return rawTool(tool, adapterId);
  if (tool.type !== 'function') throw new UnsupportedToolError(tool.type, adapterId, supported);
  const { name, description, parameters, strict } = tool;
  if (!isJsonObject(parameters)) throw new InvalidToolError(name, 'its parameters must be a JSON Schema.');
  return { type: 'function', function: defined({ name, description, parameters, strict }) };
}

/** `ChatOpenAI` sends any tool that is no function to OpenAI Responses; the class for Chat Completions alone is not bridged. */
function rawTool({ providerApi, declaration }: RawTool, adapterId: string): JsonObject {
  if (providerApi !== 'openai-chat') {
    throw new InvalidToolError('raw', `its declaration is in the words of "${providerApi}", not of "openai-chat".`);
  }
  if (declaration.type !== 'function' || !isJsonObject(declaration.function)) {
    throw new UnsupportedToolError('raw', adapterId, supported, { rejectedBy: 'bridge' });
  }
  return declaration;
}

/**
 * A member of the body.
 *
 * @throws InvalidToolError it is declared twice, or with settings that the API has no place for
 */
function webSearchOf(tools: readonly Tool[]): JsonObject | undefined {
  const [search, another] = tools.filter((tool) => tool.type === 'web-search');
  if (another) throw new InvalidToolError('web-search', 'it is declared twice, and there is one place for it.');
  if (!search) return undefined;
  const { type, userLocation, ...others } = search;
  const [unsaid] = Object.keys(others);
  if (unsaid !== undefined) throw new InvalidToolError(type, `OpenAI Chat Completions has no place for its ${unsaid}.`);
  return defined({ user_location: userLocation && { type: 'approximate', approximate: userLocation } });
}

// Calls of the deprecated `functions`, which have no id: the library keeps them in `additional_kwargs`.

function blocksOf({ contentBlocks, additional_kwargs }: LibraryMessage): JsonObject[] {
  const { function_call: call } = asObject(additional_kwargs);
  // Some servers that speak the API write an empty one beside any answer.
  const isCall = isJsonObject(call) && call.name !== '';
  return [...objects(plain(contentBlocks)), ...(isCall ? [{ type: 'function_call', ...call }] : [])];
}

function nonStandard({ type, name, arguments: args }: JsonObject): Content[] {
  if (type !== 'function_call' || typeof name !== 'string') return [];
  const call = { type: 'function-call' as const, callId: name, name };
  const argumentsText = text(args) ?? '';
  try {
    const parsed: Json = JSON.parse(argumentsText);
    if (isJsonObject(parsed)) return [{ ...call, arguments: parsed }];
  } catch {}
  return [{ ...call, argumentsText }];
}

/** Their results name the function. */
function alone(content: Content): FunctionMessage | undefined {
  return content.type === 'function-result'
    ? new FunctionMessage({ name: content.callId, content: content.error ?? wordsOf(content) })
    : undefined;
}

// `ChatOpenAI` without `useResponsesApi`.

const writing: Writing = { provider, shown };

/** Where nobody says what is at an address, it is an image: the API takes nothing else at one. */
function shown(content: Content): ContentBlock | undefined {
  return content.type === 'uri' && content.mediaType === undefined ? { type: 'image', url: content.uri } : undefined;
}

/** @param adapterId named in errors */
export function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const { fields, secret } = accessOf(settings);

  const callOf = (messages: readonly ChatMessage[], options: ChatOptions, sent: () => void): Call => {
    const { tools = [], store, allowMultipleToolCalls, instructions, rawRepresentation } = options;
    const warnings = optionWarnings(options);
    const declared = toolsOf(tools, adapterId);
    const beside = defined({ store, web_search_options: webSearchOf(tools) });
    const model = new ChatOpenAI({ ...fields(options, sent), ...modelKwargs({ ...beside, ...rawRepresentation }) });
    const parallel = tools.length > 0 ? allowMultipleToolCalls : undefined;
    const callOptions = defined({
      ...formatOf(options),
      tool_choice: toolChoiceOf(options),
      parallel_tool_calls: parallel,
    });
    return {
      model: model.bindTools(declared, callOptions) as Runnable<BaseMessage[], AIMessageChunk>,
      messages: libraryMessages(
        messages,
        rawRepresentation?.functions === undefined ? writing : { ...writing, alone },
        instructions,
        warnings,
      ),
      reading: { toolNames: new Map(), blocksOf, nonStandard, refusesInWords: true },
      warnings,
    };
  };
  return clientOf({ provider, secret, callOf, outcomeOf, isOfAnother: isOfAnotherChoice }, settings);
}

function outcomeOf({ id, response_metadata }: LibraryMessage): Outcome {
  const said = asObject(response_metadata);
  const reason = text(said.finish_reason) || undefined;
  return {
    responseId: text(id),
    messageId: text(id),
    modelId: text(said.model_name),
    finishReason: reason === 'function_call' ? 'tool_calls' : reason,
  };
}

/** What neither the API nor the library has a word for. */
function optionWarnings({ conversationId, reasoning }: ChatOptions): Warning[] {
  return [
    ...(conversationId === undefined
      ? []
      : ['conversationId was not sent: every request of OpenAI Chat Completions carries the whole conversation.']),
    ...(reasoning?.budgetTokens === undefined
      ? []
      : ['reasoning.budgetTokens was not sent: OpenAI Chat Completions takes an effort, no budget.']),
  ].map((message) => ({ code: 'unsupported-setting', message }));
}

const id = 'langchain-openai-chat';

/** OpenAI Chat Completions through LangChain's `ChatOpenAI`, as the library is. */
export const adapter: Adapter = {
  id,
  implementation: 'langchain',
  providerApi: 'openai-chat',
  createClient: (settings) => createClient(id, settings),
};
