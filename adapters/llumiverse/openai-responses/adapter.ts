import type { OpenAiTextOptions } from '@llumiverse/common';
import { OpenAIResponsesDriver } from '@llumiverse/drivers/openai';
import type { Adapter, ChatClient, ChatOptions, ClientSettings, ToolMode } from '../../../spec/contract/index.ts';
import { libraryClient } from '../shared/client.ts';
import { member } from '../shared/errors.ts';
import { extraBody, openaiAccess, openaiWords, prepareService } from '../shared/openai.ts';
import { type Column, httpTimeoutOf, type OriginalMetadata } from '../shared/provider-bridge.ts';
import { named, reasoned } from '../shared/response.ts';

// The driver for OpenAI Responses, and the options that are its own.

const column: Column = {
  title: 'OpenAI',
  providerApi: 'openai-responses',
  words: openaiWords,
  modelOptions,
  readOriginalResponse,
  unsupportedOptions: ['tools.strict', 'responseFormat', 'stopSequences', 'reasoning.budgetTokens'],
  nextId: (given, responseId) => (isConversation(given) ? given : responseId),
};

/** A conversation has an id of its own kind, a chain of responses that of the last one. */
const isConversation = (id: string): boolean => id.startsWith('conv_');

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials are of a kind that the driver does not take or cannot be sent, the base URL is none, or
 * there is no such surface
 */
function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const access = openaiAccess(settings);
  const { apiKey, endpoint, secret } = access;
  const driver = new OpenAIResponsesDriver({ apiKey, endpoint, httpTimeout: httpTimeoutOf(settings) });
  prepareService(driver, access);
  return libraryClient({ driver, column, settings, adapterId, secret });
}

function modelOptions(options: ChatOptions, _: ClientSettings, hasThoughts: boolean): OpenAiTextOptions {
  const { maxOutputTokens, temperature, reasoning, toolMode, conversationId } = options;
  return {
    _option_id: 'openai-text',
    ...(maxOutputTokens === undefined ? {} : { max_tokens: maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(reasoning?.effort === undefined ? {} : { effort: reasoning.effort }),
    // The driver asks for summaries whenever a model reasons, and its stream tells them from words by nothing.
    include_thoughts: hasThoughts,
    ...extraBody(options, toolMode && toolChoice(toolMode), stored(conversationId)),
  };
}

function stored(id: string | undefined): object {
  if (id === undefined) return {};
  return isConversation(id) ? { conversation: id } : { previous_response_id: id };
}

function toolChoice(mode: ToolMode): string | Record<string, string> {
  if (mode.type !== 'required' || mode.functionName === undefined) return mode.type;
  return { type: 'function', name: mode.functionName };
}

/** The id of a response is that of the answer; its message has another. */
function readOriginalResponse(original: unknown): OriginalMetadata {
  const details = member(member(original, 'usage'), 'output_tokens_details');
  return { ...named(original), ...reasoned(details) };
}

const id = 'llumiverse-openai-responses';

/** OpenAI Responses through Llumiverse's `OpenAIResponsesDriver`, as the library is. */
export const adapter: Adapter = {
  id,
  implementation: 'llumiverse',
  providerApi: 'openai-responses',
  createClient: (settings) => createClient(id, settings),
};
