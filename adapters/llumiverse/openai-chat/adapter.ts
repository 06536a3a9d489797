import type { OpenAiTextOptions } from '@llumiverse/common';
import { OpenAIChatCompletionsDriver } from '@llumiverse/drivers/openai';
import type { Adapter, ChatClient, ChatOptions, ClientSettings, ToolMode } from '../../../spec/contract/index.ts';
import { libraryClient } from '../shared/client.ts';
import { member } from '../shared/errors.ts';
import { extraBody, openaiAccess, openaiWords } from '../shared/openai.ts';
import { type Column, httpTimeoutOf, type Untold } from '../shared/provider-bridge.ts';
import { named, reasoned } from '../shared/response.ts';

// The driver for OpenAI Chat Completions, and the options that are its own.

const column: Column = {
  title: 'OpenAI',
  words: openaiWords,
  modelOptions,
  untold,
  unsaid: ['tools.strict', 'reasoning.budgetTokens'],
};

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials are of a kind that the driver does not take or cannot be sent, the base URL is none, or
 * there is no such surface
 */
function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const access = openaiAccess(settings);
  const driver = new OpenAIChatCompletionsDriver({ ...access, httpTimeout: httpTimeoutOf(settings) });
  return libraryClient({ driver, column, settings, adapterId, secret: access.apiKey });
}

function modelOptions(options: ChatOptions, _: ClientSettings, hasThoughts: boolean): OpenAiTextOptions {
  const { maxOutputTokens, temperature, stopSequences, reasoning, toolMode } = options;
  return {
    _option_id: 'openai-text',
    ...(maxOutputTokens === undefined ? {} : { max_tokens: maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(stopSequences ? { stop_sequence: stopSequences } : {}),
    ...(reasoning?.effort === undefined ? {} : { effort: reasoning.effort }),
    include_thoughts: hasThoughts,
    ...extraBody(options, toolMode && toolChoice(toolMode)),
  };
}

function toolChoice(mode: ToolMode): unknown {
  if (mode.type !== 'required' || mode.functionName === undefined) return mode.type;
  return { type: 'function', function: { name: mode.functionName } };
}

function untold(original: unknown): Untold {
  const details = member(member(original, 'usage'), 'completion_tokens_details');
  return { ...named(original), ...reasoned(details) };
}

const id = 'llumiverse-openai-chat';

/** OpenAI Chat Completions through Llumiverse's `OpenAIChatCompletionsDriver`, as the library is. */
export const adapter: Adapter = {
  id,
  implementation: 'llumiverse',
  providerApi: 'openai-chat',
  createClient: (settings) => createClient(id, settings),
};
