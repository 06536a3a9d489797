/** From the contract to the body of `POST /v1/messages`. Pure: nothing is sent here. */

import { isJsonObject, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ChatMessage,
  type ChatOptions,
  type Content,
  type FunctionCallContent,
  type FunctionResultContent,
  mergePatch,
  type TextReasoningContent,
  type Tool,
  type Warning,
} from '../../../spec/contract/index.ts';
import type { Request, RequestContext } from '../shared/client.ts';
import { takeBack } from '../shared/contents.ts';
import { unsupported } from '../shared/declare-tools.ts';
import { defined, jsonCopy, list, nonEmpty, text } from '../shared/json.ts';
import { type Conversation, turnsOf, type WireMessage } from '../shared/turns.ts';
import { toolResultOfAction, toolUseOfAction } from './actions.ts';
import { invalidRequest } from './errors.ts';
import { besideTools, toolChoice, toolToWire, unsaidOf, uploads } from './tools.ts';

/** @throws errors of the contract: the tools are unsupported or invalid, or a message has no words in this API. */
export function buildRequest(
  messages: readonly ChatMessage[],
  options: ChatOptions,
  context: RequestContext<'model' | 'maxOutputTokens' | 'surface'>,
): Request {
  const { tools = [] } = options;
  const talk = conversation(messages);
  for (const file of uploads(tools)) firstOfUser(talk.messages).push(file);
  const system = [...(options.instructions ? [textBlock(options.instructions)] : []), ...talk.system];
  // The version before has it. Source: https://platform.claude.com/docs/en/api/migration-2026-10-21.
  const hasTemperature = context.settings.surface === '2023-06-01';
  const body: JsonObject = defined({
    model: options.modelId ?? context.settings.model,
    max_tokens: options.maxOutputTokens ?? context.settings.maxOutputTokens,
    system: nonEmpty(system),
    messages: talk.messages,
    tools: nonEmpty(tools.map((tool) => toolToWire(tool, context.adapterId, context.settings.surface))),
    tool_choice: toolChoice(options),
    ...besideTools(tools),
    stop_sequences: nonEmpty(options.stopSequences),
    temperature: hasTemperature ? options.temperature : undefined,
    thinking:
      options.reasoning?.budgetTokens === undefined
        ? undefined
        : { type: 'enabled', budget_tokens: options.reasoning.budgetTokens },
    output_config: outputConfig(options),
  });
  const patched = options.rawRepresentation ? mergePatch(body, options.rawRepresentation) : body;
  return {
    body: jsonCopy(mergePatch(patched, { stream: context.stream ? true : null })),
    warnings: [...talk.warnings, ...unsupportedSettings(options, tools, hasTemperature)],
  };
}

function outputConfig({ reasoning, responseFormat }: ChatOptions): JsonObject | undefined {
  const schema = responseFormat?.type === 'json' ? responseFormat.schema : undefined;
  const config = defined({ effort: reasoning?.effort, format: schema && { type: 'json_schema', schema } });
  return Object.keys(config).length > 0 ? config : undefined;
}

/** Where files go: always to the same place, so that no later request tells another beginning. */
function firstOfUser(messages: readonly WireMessage[]): JsonObject[] {
  const first = messages.find(({ role }) => role === 'user');
  if (!first) throw invalidRequest('files are to be read by code, and no message of the user could carry them');
  return first.content;
}

const unsupportedSettings = (
  { temperature, conversationId, store, responseFormat }: ChatOptions,
  tools: readonly Tool[],
  hasTemperature: boolean,
): Warning[] =>
  unsupported(
    responseFormat?.type === 'json' &&
      responseFormat.schema === undefined &&
      'responseFormat was not sent: Anthropic Messages takes JSON with a schema only.',
    temperature !== undefined &&
      !hasTemperature &&
      'temperature was not sent: API version 2026-10-21, which this SDK speaks, removed it and refuses requests with it.',
    conversationId !== undefined &&
      'conversationId was not sent: Anthropic Messages keeps no conversation; every request carries all messages.',
    store === true &&
      'store was not sent: Anthropic Messages keeps no conversation; every request carries all messages.',
    ...unsaidOf(tools),
  );

/** Messages of the contract as `system` and `messages` of the request body. */
export function conversation(messages: readonly ChatMessage[]): Conversation {
  const turns = turnsOf(messages, {
    ...{ system: systemBlock, user: userBlock, text: pushText },
    ...{ reasoning: reasoningBlock, call: toolUse, action: toolUseOfAction },
  });
  return { ...turns, messages: settled(turns.messages) };
}

/** Results stand first, and say of which toolset the call was that they answer. Source: the SDK's `toolsetResultBlock`. */
function settled(messages: readonly WireMessage[]): WireMessage[] {
  const toolsets = new Map(messages.flatMap(({ content }) => content.map((b) => [b.id, b.toolset_name])));
  return messages.map(({ role, content }) => {
    const isResult = (block: JsonObject) => block.type === 'tool_result';
    const results = content
      .filter(isResult)
      .map((result) => defined({ ...result, toolset_name: toolsets.get(result.tool_use_id) }) as JsonObject);
    return { role, content: [...results, ...content.filter((block) => !isResult(block))] };
  });
}

function systemBlock(content: ChatMessage['contents'][number]): JsonObject[] {
  if (content.type !== 'text')
    throw invalidRequest(`a system message holds "${content.type}"; Anthropic takes text alone`);
  return content.text === '' ? [] : [textBlock(content.text)];
}

// Contents that the application writes, as content blocks of the API.

type Of<T extends Content['type']> = Extract<Content, { type: T }>;

/**
 * The block of one content; none for an empty text, which the API refuses.
 *
 * @throws ProviderError (code `invalid_request_error`) for what the API has no block for
 */
function userBlock(content: Content): JsonObject[] {
  switch (content.type) {
    case 'text':
      return isBlank(content.text) ? [] : [{ type: 'text', text: content.text }];
    case 'function-result':
      return [toolResult(content)];
    case 'action-result':
      return [toolResultOfAction(content, dataBlock)];
    case 'data':
      return [dataBlock(content)];
    case 'uri':
      return [uriBlock(content)];
    case 'hosted-file':
      return [fileBlock(content)];
    default:
      return [verbatim(content)];
  }
}

/** The provider's own block, for contents that are one. */
function verbatim(content: Content): JsonObject {
  const raw = 'rawRepresentation' in content ? content.rawRepresentation : undefined;
  if (isJsonObject(raw) && typeof raw.type === 'string') return raw;
  throw invalidRequest(`a message holds "${content.type}" that did not come from Anthropic`);
}

/**
 * `rawRepresentation` may be a `tool_result` that carries what the contract has no member for, such as images; the link and
 * what the contract does say stand over it.
 */
function toolResult(content: FunctionResultContent): JsonObject {
  const raw = content.rawRepresentation;
  const base = isJsonObject(raw) && raw.type === 'tool_result' ? raw : {};
  const said =
    content.error === undefined
      ? defined({ content: content.outputs?.flatMap(userBlock) ?? resultText(content) })
      : // The API refuses an error without words.
        { content: content.error === '' ? 'The function failed without a message.' : content.error, is_error: true };
  return { ...base, type: 'tool_result', tool_use_id: content.callId, ...said };
}

/** A string as it is, anything else as JSON; no content at all where the function gave nothing. */
function resultText({ result }: FunctionResultContent): string | undefined {
  return typeof result === 'string' ? result : JSON.stringify(result);
}

/** A file for a container, made by code or given to it, stays one. */
function fileBlock(content: Of<'hosted-file'>): JsonObject {
  const raw = content.rawRepresentation;
  if (isJsonObject(raw) && raw.type === 'container_upload') return { ...raw, file_id: content.fileId };
  return mediaBlock(content.mediaType, { type: 'file', file_id: content.fileId }, content.name);
}

function dataBlock(content: Of<'data'>): JsonObject {
  if (content.mediaType === 'text/plain') {
    const data = Buffer.from(content.data, 'base64').toString('utf8');
    return document({ type: 'text', media_type: 'text/plain', data }, content.name);
  }
  const source = { type: 'base64', media_type: content.mediaType, data: content.data };
  return mediaBlock(content.mediaType, source, content.name);
}

/** Where no media type is given, the path's ending tells an image from a document. */
function uriBlock(content: Of<'uri'>): JsonObject {
  const isImage = /\.(jpe?g|png|gif|webp)$/i.test(content.uri.replace(/[?#].*/s, ''));
  return mediaBlock(content.mediaType ?? (isImage ? 'image/*' : 'application/pdf'), { type: 'url', url: content.uri });
}

/** Images and documents are all that the API takes; the provider judges which formats. A file without a type is a document. */
function mediaBlock(mediaType = 'application/pdf', source: JsonObject, name?: string): JsonObject {
  if (mediaType.startsWith('image/')) return { type: 'image', source };
  if (mediaType === 'application/pdf' || mediaType.startsWith('text/')) return document(source, name);
  throw invalidRequest(`a message holds data of the type "${mediaType}"; Anthropic takes images, PDF and text`);
}

function document(source: JsonObject, title: string | undefined): JsonObject {
  return defined({ type: 'document', source, title });
}

// What the model said earlier, as the content blocks it was.

function rawBlock(content: Content, type: string): JsonObject | undefined {
  const raw = content.rawRepresentation;
  return isJsonObject(raw) && raw.type === type ? raw : undefined;
}

/**
 * A text with citations goes back whole. From a stream, its words came as pieces, and an empty piece with the whole block
 * followed them: then the block takes the place of the words.
 */
function pushText(blocks: JsonObject[], content: Extract<Content, { type: 'text' }>): void {
  const raw = rawBlock(content, 'text');
  const words = text(raw?.text);
  if (raw && words && words === content.text) blocks.push(cited(raw));
  else if (!isBlank(content.text)) blocks.push(textBlock(content.text));
  else if (raw && words && takeBack(blocks, words, { words: plainWords, block: textBlock })) blocks.push(cited(raw));
}

/** An answer's citations of a document name its file, for which a request's have no member. Source: `TextCitationParam`. */
function cited(raw: JsonObject): JsonObject {
  const citations = list(raw.citations)?.map((citation) => {
    const { file_id: _, ...asked } = citation as JsonObject;
    return asked;
  });
  return defined({ ...raw, citations });
}

/** Of a text with nothing but words; no other block has a text. */
const plainWords = ({ citations, text }: JsonObject) => (citations ? undefined : text);

/** True for a text that the API refuses: only what the model wrote itself may be white space. */
const isBlank = (words: string): boolean => words.trim() === '';

/** `{ "type": "text" }`; the API refuses empty ones. */
function textBlock(text: string): JsonObject {
  return { type: 'text', text };
}

/** The signature covers the words, so both go back as they came. */
function reasoningBlock(content: TextReasoningContent, warnings: Warning[]): JsonObject[] {
  const raw = rawBlock(content, 'thinking') ?? rawBlock(content, 'redacted_thinking');
  if (raw) return [raw];
  if (content.protectedData !== undefined) {
    return [{ type: 'thinking', thinking: content.text, signature: content.protectedData }];
  }
  if (content.text !== '') {
    warnings.push({
      code: 'reasoning-not-sent',
      message: 'Reasoning without a signature was not sent back: Anthropic takes its own, signed reasoning alone.',
    });
  }
  return [];
}

/** Members without a word in the contract (`caller`, `toolset_name`) come from the block this call was read from. */
function toolUse(content: FunctionCallContent): JsonObject {
  const raw = rawBlock(content, 'tool_use');
  return {
    ...raw,
    type: 'tool_use',
    id: content.callId,
    name: content.name,
    // The API takes an object alone; its documentation wraps text that does not parse in this way.
    input: content.arguments ?? defined({ INVALID_JSON: content.argumentsText }),
  };
}
