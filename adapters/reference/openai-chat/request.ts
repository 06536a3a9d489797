/** From the contract to the body of `POST /v1/chat/completions`. Pure: nothing is sent here. */

import { isJsonObject, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ChatMessage,
  type ChatOptions,
  type Content,
  type FunctionCallContent,
  type FunctionResultContent,
  InvalidToolError,
  mergePatch,
  type Tool,
  UnsupportedToolError,
  type Warning,
  type WebSearchTool,
} from '../../../spec/contract/index.ts';
import {
  callToWire,
  functionCallToWire,
  isFunctionCall,
  systemMessage,
  systemText,
  userMessages,
} from '../shared/chat.ts';
import type { Request, RequestContext } from '../shared/client.ts';
import { resultText } from '../shared/contents.ts';
import {
  nestedChoice,
  nestedFormat,
  nestedFunction,
  parallelCallsOf,
  rawDeclaration,
  toolChoiceOf,
  unsupported,
} from '../shared/declare-tools.ts';
import { defined, jsonCopy, nonEmpty } from '../shared/json.ts';
import { invalidRequest } from '../shared/openai.ts';

/** @throws errors of the contract: the tools are unsupported or invalid, or a message has no words in this API */
export function buildRequest(messages: readonly ChatMessage[], options: ChatOptions, context: RequestContext): Request {
  const declared = declaration(options.tools ?? [], context.adapterId);
  const talk = conversation(messages, options.instructions);
  const body: JsonObject = defined({
    model: options.modelId ?? context.settings.model,
    messages: talk.messages,
    tools: nonEmpty(declared.tools),
    web_search_options: declared.webSearch,
    tool_choice: toolChoice(options),
    parallel_tool_calls: parallelCallsOf(options),
    max_completion_tokens: options.maxOutputTokens,
    temperature: options.temperature,
    stop: nonEmpty(options.stopSequences),
    response_format: nestedFormat(options),
    reasoning_effort: options.reasoning?.effort,
    store: options.store,
    // Without it a stream does not say what it cost.
    stream_options: context.stream ? { include_usage: true } : undefined,
  });
  const patched = options.rawRepresentation ? mergePatch(body, options.rawRepresentation) : body;
  return {
    body: jsonCopy(mergePatch(patched, context.stream ? { stream: true } : { stream: null, stream_options: null })),
    warnings: [...talk.warnings, ...unsupportedSettings(options)],
  };
}

const unsupportedSettings = ({ conversationId, reasoning }: ChatOptions): Warning[] =>
  unsupported(
    conversationId !== undefined &&
      'conversationId was not sent: every request of OpenAI Chat Completions carries the whole conversation.',
    reasoning?.budgetTokens !== undefined &&
      'reasoning.budgetTokens was not sent: OpenAI Chat Completions takes an effort, no budget.',
  );

// Messages of the contract as `messages` of the request body.

interface Conversation {
  readonly messages: JsonObject[];
  readonly warnings: Warning[];
}

/** Results of functions are messages of their own, wherever they stood; the instructions come first. */
function conversation(messages: readonly ChatMessage[], instructions = ''): Conversation {
  const warnings: Warning[] = [];
  const named = namedCalls(messages);
  const result = (content: FunctionResultContent) =>
    named.has(content.callId) ? functionMessage(content) : toolMessage(content);
  const said = messages.flatMap(({ role, contents }) => {
    switch (role) {
      case 'system':
        return systemMessage(systemText(contents, invalidRequest));
      case 'assistant':
        return assistantMessage(contents, warnings);
      case 'user':
      case 'tool':
        return userMessages(contents, { part: userPart, result });
      default:
        throw invalidRequest(`a message has the unknown role ${JSON.stringify(role)}`);
    }
  });
  return { messages: [...systemMessage(instructions), ...said], warnings };
}

/** Ids that stand for calls without one, which are answered by name. */
function namedCalls(messages: readonly ChatMessage[]): ReadonlySet<string> {
  const calls = messages.flatMap(({ contents }) => contents.filter((content) => content.type === 'function-call'));
  return new Set(calls.filter(isFunctionCall).map(({ callId }) => callId));
}

// Contents that the application writes, as parts of a message or as messages of their own.

type Of<T extends Content['type']> = Extract<Content, { type: T }>;

/**
 * None for an empty text.
 *
 * @throws ProviderError (code `invalid_request_error`) for what the API has no part for
 */
function userPart(content: Content): JsonObject[] {
  switch (content.type) {
    case 'text':
      return content.text === '' ? [] : [{ type: 'text', text: content.text }];
    case 'data':
      return [dataPart(content)];
    case 'uri':
      return [uriPart(content)];
    case 'hosted-file':
      return [{ type: 'file', file: { file_id: content.fileId } }];
    default:
      throw invalidRequest(`a message holds "${content.type}", and OpenAI Chat Completions has no part for it`);
  }
}

function toolMessage(content: FunctionResultContent): JsonObject {
  return { role: 'tool', tool_call_id: content.callId, content: resultText(content) };
}

/** The answer to a call that came without an id, before there were tools: the function's name stands for it. */
function functionMessage(content: FunctionResultContent): JsonObject {
  return { role: 'function', name: content.callId, content: resultText(content) };
}

function dataPart({ mediaType, data, name }: Of<'data'>): JsonObject {
  const url = `data:${mediaType};base64,${data}`;
  if (mediaType.startsWith('image/')) return { type: 'image_url', image_url: { url } };
  const subtype = mediaType.slice(mediaType.indexOf('/') + 1);
  if (mediaType.startsWith('audio/')) {
    return { type: 'input_audio', input_audio: { data, format: audioFormats.get(subtype) ?? subtype } };
  }
  // The API demands a name beside the bytes.
  return { type: 'file', file: { filename: name ?? `file.${subtype}`, file_data: url } };
}

/** The API's names of formats where media types have others. */
const audioFormats = new Map([
  ['mpeg', 'mp3'],
  ['x-wav', 'wav'],
  ['wave', 'wav'],
]);

function uriPart({ uri, mediaType }: Of<'uri'>): JsonObject {
  if (mediaType !== undefined && !mediaType.startsWith('image/')) {
    throw invalidRequest(`a message names "${mediaType}" at a URL; OpenAI Chat Completions fetches images alone`);
  }
  return { type: 'image_url', image_url: { url: uri } };
}

// What the model said earlier, as the message it was.

/**
 * One message, or none where nothing of it goes back: the API refuses one without content and calls.
 *
 * @param warnings is added to
 * @throws ProviderError (code `invalid_request_error`) for what the API has no member for
 */
function assistantMessage(contents: readonly Content[], warnings: Warning[]): JsonObject[] {
  let words = '';
  let refusal: string | undefined;
  let legacy: FunctionCallContent | undefined;
  const calls: JsonObject[] = [];
  for (const content of contents) {
    switch (content.type) {
      case 'text':
        words += content.text;
        break;
      case 'function-call':
        if (isFunctionCall(content)) legacy = content;
        else calls.push(callToWire(content));
        break;
      case 'error':
        // Any other error is a note on the answer, not a part of what the model said.
        if (content.errorCode === 'refusal') refusal = content.message;
        break;
      case 'reasoning':
        warnings.push({
          code: 'reasoning-not-sent',
          message: 'Reasoning was not sent back: OpenAI Chat Completions has no member for it.',
        });
        break;
      default:
        calls.push(verbatim(content));
    }
  }
  if (!words && refusal === undefined && calls.length === 0 && !legacy) return [];
  return [
    defined({
      role: 'assistant',
      content: words || null,
      refusal,
      tool_calls: nonEmpty(calls),
      function_call: legacy && functionCallToWire(legacy),
    }),
  ];
}

/** A call of an unknown type arrived as a hosted result, and goes back as the call it was. */
function verbatim(content: Content): JsonObject {
  const { type, rawRepresentation: raw } = content;
  // What another API wrote is called otherwise than the tool that it is of.
  if (type === 'hosted-tool-result' && isJsonObject(raw) && raw.type === content.tool) return raw;
  throw invalidRequest(`a message of the assistant holds "${type}", and OpenAI Chat Completions has no place for it`);
}

// The contract's tools and tool mode as members of the request body.

const providerApi = 'openai-chat';

/** What this adapter can declare. */
const supportedTools = ['function', 'web-search', 'raw'];

/** Source: `FunctionDefinition.name` of `openai`, `resources/shared.d.ts`. */
const namePattern = /^[a-zA-Z0-9_-]{1,64}$/;
const nameRule = 'OpenAI takes names of at most 64 letters A-Z and a-z, digits, underscores and hyphens.';

/** Members of the body that declare tools. */
interface Declaration {
  readonly tools: readonly JsonObject[];
  /** Web search is no tool of this API but something that the model does. */
  readonly webSearch?: JsonObject | undefined;
}

/**
 * @param adapterId named in a refusal
 * @throws UnsupportedToolError for a tool of a type that this adapter cannot declare
 * @throws InvalidToolError for a name, a schema or a setting that the API does not take
 */
function declaration(tools: readonly Tool[], adapterId: string): Declaration {
  const searches = tools.filter((tool) => tool.type === 'web-search');
  const [search, another] = searches.map(webSearchOptions);
  if (another)
    throw new InvalidToolError('web-search', 'it is declared twice; OpenAI Chat Completions has one place for it.');
  return {
    tools: tools.filter((tool) => tool.type !== 'web-search').map((tool) => toolToWire(tool, adapterId)),
    webSearch: search,
  };
}

function toolToWire(tool: Tool, adapterId: string): JsonObject {
  switch (tool.type) {
    case 'function':
      return nestedFunction(tool, 'OpenAI', namePattern, nameRule);
    case 'raw':
      return rawDeclaration(tool, providerApi);
    default:
      throw new UnsupportedToolError(tool.type, adapterId, supportedTools);
  }
}

/** Source: `WebSearchOptions`. A search that ignores where it may search is another search, so it is not made. */
function webSearchOptions({ userLocation, type, ...settings }: WebSearchTool): JsonObject {
  const [unsaid] = Object.keys(settings);
  if (unsaid !== undefined) {
    throw new InvalidToolError(
      type,
      `OpenAI Chat Completions has no place for its ${unsaid}, only for a userLocation; OpenAI Responses has more.`,
    );
  }
  return defined({ user_location: userLocation && { type: 'approximate', approximate: userLocation } });
}

/** `tool_choice`, or `undefined` where there is nothing to say. A custom tool is declared raw and demanded under its own word. */
function toolChoice(options: ChatOptions): string | JsonObject | undefined {
  const customs = (options.tools ?? []).flatMap((tool) => (tool.type === 'raw' ? (tool.declaration.custom ?? []) : []));
  return toolChoiceOf(options, (name) =>
    customs.some((custom) => isJsonObject(custom) && custom.name === name)
      ? { type: 'custom', custom: { name } }
      : nestedChoice(name),
  );
}
