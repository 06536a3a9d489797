import type { OpenAiTextOptions } from '@llumiverse/common';
import { OpenAIChatCompletionsDriver } from '@llumiverse/drivers/openai';
import {
  type Adapter,
  type ChatClient,
  type ChatOptions,
  type Citation,
  type ClientSettings,
  InvalidToolError,
  type Tool,
  type ToolMode,
} from '../../../spec/contract/index.ts';
import { libraryClient } from '../shared/client.ts';
import { member, textOf } from '../shared/errors.ts';
import { extraBody, openaiAccess, openaiWords, prepareService } from '../shared/openai.ts';
import { type Column, httpTimeoutOf, type OriginalMetadata } from '../shared/provider-bridge.ts';
import { listed, named, reasoned } from '../shared/response.ts';

// The driver for OpenAI Chat Completions, and the options that are its own.

const column: Column = {
  title: 'OpenAI',
  providerApi: 'openai-chat',
  words: openaiWords,
  modelOptions,
  readOriginalResponse,
  unsupportedOptions: ['tools.strict', 'responseFormat', 'reasoning.budgetTokens'],
  tools: ['web-search'],
  isStateless: true,
};

/**
 * @param adapterId named in errors
 * @throws TypeError when the credentials are of a kind that the driver does not take or cannot be sent, the base URL is none, or
 * there is no such surface
 */
function createClient(adapterId: string, settings: ClientSettings): ChatClient {
  const access = openaiAccess(settings);
  const { apiKey, endpoint, secret } = access;
  const driver = new OpenAIChatCompletionsDriver({ apiKey, endpoint, httpTimeout: httpTimeoutOf(settings) });
  prepareService(driver, access);
  return libraryClient({ driver, column, settings, adapterId, secret });
}

function modelOptions(options: ChatOptions, _: ClientSettings, hasThoughts: boolean): OpenAiTextOptions {
  const { maxOutputTokens, temperature, stopSequences, reasoning, toolMode, tools = [] } = options;
  return {
    _option_id: 'openai-text',
    ...(maxOutputTokens === undefined ? {} : { max_tokens: maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(stopSequences ? { stop_sequence: stopSequences } : {}),
    ...(reasoning?.effort === undefined ? {} : { effort: reasoning.effort }),
    include_thoughts: hasThoughts,
    ...extraBody(options, toolMode && toolChoice(toolMode), webSearch(tools)),
  };
}

/**
 * Web search is a member of the request and not a tool, so it goes where the library takes further members.
 *
 * @throws InvalidToolError for a setting that this API has no member for, and for a second search
 */
function webSearch(tools: readonly Tool[]): { readonly web_search_options?: object } {
  const searches = tools.filter((tool) => tool.type === 'web-search');
  const [search] = searches;
  if (!search) return {};
  if (searches.length > 1)
    throw new InvalidToolError('web-search', 'it is declared twice; the API has one place for it.');
  const { type, userLocation, ...settings } = search;
  const [unsaid] = Object.keys(settings);
  if (unsaid !== undefined) throw new InvalidToolError(type, `OpenAI Chat Completions has no place for its ${unsaid}.`);
  return {
    web_search_options: userLocation ? { user_location: { type: 'approximate', approximate: userLocation } } : {},
  };
}

function toolChoice(mode: ToolMode): unknown {
  if (mode.type !== 'required' || mode.functionName === undefined) return mode.type;
  return { type: 'function', function: { name: mode.functionName } };
}

function readOriginalResponse(original: unknown): OriginalMetadata {
  const details = member(member(original, 'usage'), 'completion_tokens_details');
  const [choice] = listed(member(original, 'choices'));
  return { ...named(original), ...reasoned(details), citations: citationsOf(member(choice, 'message')) };
}

/** Indexes count code points of the text as it was sent; the library leaves out the white space around it. */
function citationsOf(message: unknown): Citation[] {
  const text = textOf(member(message, 'content')) ?? '';
  const before = text.length - text.trimStart().length;
  const indexOf = (codePoints: unknown) => Math.max(0, [...text].slice(0, Number(codePoints)).join('').length - before);
  return listed(member(message, 'annotations')).flatMap((annotation) => {
    const cited = member(annotation, 'url_citation');
    const url = textOf(member(cited, 'url'));
    const title = textOf(member(cited, 'title'));
    if (url === undefined) return [];
    return {
      url,
      ...(title === undefined ? {} : { title }),
      startIndex: indexOf(member(cited, 'start_index')),
      endIndex: indexOf(member(cited, 'end_index')),
    };
  });
}

const id = 'llumiverse-openai-chat';

/** OpenAI Chat Completions through Llumiverse's `OpenAIChatCompletionsDriver`, as the library is. */
export const adapter: Adapter = {
  id,
  implementation: 'llumiverse',
  providerApi: 'openai-chat',
  createClient: (settings) => createClient(id, settings),
};
