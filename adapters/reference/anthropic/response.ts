/** From the body of a response to the contract. Pure. */

import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ChatResponse,
  type Citation,
  type Content,
  type FunctionCallContent,
  type HostedToolResultContent,
  type UsageDetails,
  WireError,
} from '../../../spec/contract/index.ts';
import { count, defined, list, nonEmpty, objects, required, text, typed, wording } from '../shared/json.ts';
import { type ActionTools, actionCall } from './actions.ts';
import { providerError } from './errors.ts';

/**
 * @param message the body, parsed; text where it was not JSON
 * @param actions tools that are answered by acting
 * @throws WireError when it is no message
 * @throws ProviderError when it is an error that came with a status of success
 */
export function responseFromMessage(message: unknown, actions?: ActionTools): ChatResponse {
  if (!isJsonObject(message)) throw new WireError('The message of Anthropic is not a JSON object.');
  if (message.type === 'error') throw providerError(message);
  const blocks = message.content;
  if (!Array.isArray(blocks)) throw new WireError('The message of Anthropic has no list in "content".');
  const contents = [...blocks.map((block: unknown) => contentFromBlock(block, actions)), ...refusal(message)];
  const id = text(message.id);
  return defined({
    // No contents, no message, as a stream gives none.
    messages: contents.length > 0 ? [defined({ role: 'assistant' as const, contents, messageId: id })] : [],
    responseId: id,
    modelId: text(message.model),
    finishReason: finishReason(message.stop_reason),
    usage: usageDetails(message.usage),
    warnings: [],
    rawRepresentation: message,
  });
}

const finishReasons = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool_calls'],
  ['refusal', 'content_filter'],
]);

/** `stop_reason` in the words of `ChatFinishReason`; what none of these says (`pause_turn`, …) as the provider writes it. */
export function finishReason(stopReason: Json | undefined): string | undefined {
  const said = wording(stopReason);
  return said === undefined ? undefined : (finishReasons.get(said) ?? said);
}

/** Why the model refused, from `stop_details`, where the API says so. */
export function refusal(message: JsonObject): Content[] {
  const details = message.stop_details;
  if (!isJsonObject(details)) return [];
  return [
    defined({
      type: 'error' as const,
      message: wording(details.explanation) ?? 'The model refused to answer.',
      errorCode: text(details.category),
      rawRepresentation: details,
    }),
  ];
}

/**
 * The API counts input that was written to a cache or read from one apart from `input_tokens`; the contract's `inputTokens`
 * is all of it. What it took to compact the conversation is in none of the totals, and is billed.
 * Source: https://platform.claude.com/docs/en/build-with-claude/compaction
 */
export function usageDetails(usage: Json | undefined): UsageDetails | undefined {
  if (!isJsonObject(usage)) return undefined;
  const details = usage.output_tokens_details;
  const compactions = objects(usage.iterations).filter(({ type }) => type === 'compaction');
  const sum = (...names: string[]) =>
    [usage, ...compactions].flatMap((one) => names.map((name) => count(one[name]) ?? 0)).reduce((a, b) => a + b, 0);
  return defined({
    inputTokens:
      count(usage.input_tokens) === undefined
        ? undefined
        : sum('input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'),
    outputTokens: count(usage.output_tokens) === undefined ? undefined : sum('output_tokens'),
    cachedInputTokens: count(usage.cache_read_input_tokens),
    reasoningTokens: isJsonObject(details) ? count(details.thinking_tokens) : undefined,
  });
}

// Content blocks of a response as contents of the contract. Whatever the block, nothing of it is lost.

/** The contract's names for hosted tools, by the stem of the wire's names. Anything else keeps its own name. */
const toolNames = new Map([
  ['web_search', 'web-search'],
  ['web_fetch', 'web-fetch'],
  ['code_execution', 'code-interpreter'],
  ['bash_code_execution', 'code-interpreter'],
  ['text_editor_code_execution', 'code-interpreter'],
  ['mcp', 'mcp-server'],
  ['mcp_tool_listing', 'mcp-server'],
]);

const toolName = (stem: string) => toolNames.get(stem) ?? stem;

/**
 * New versions of tools bring new blocks, so these are told apart by how their types end, and what is not known arrives as
 * `HostedToolResultContent` with the block in `rawRepresentation`.
 *
 * @param actions tools that are answered by acting
 * @throws WireError for a block that lacks what every block of its type has
 */
export function contentFromBlock(block: unknown, actions: ActionTools = new Map()): Content {
  if (!isJsonObject(block)) throw new WireError('A content block is not a JSON object.');
  const type = required(block, 'type', typed('A content block', block));
  switch (type) {
    case 'text':
      return textContent(block);
    case 'thinking':
      return defined({
        type: 'reasoning' as const,
        text: required(block, 'thinking', typed('A content block', block)),
        protectedData: text(block.signature),
        rawRepresentation: block,
      });
    case 'redacted_thinking':
      return {
        type: 'reasoning',
        text: '',
        protectedData: required(block, 'data', typed('A content block', block)),
        rawRepresentation: block,
      };
    case 'tool_use':
      return actionCall(required(block, 'id', typed('A content block', block)), block, actions) ?? functionCall(block);
    case 'container_upload':
      return {
        type: 'hosted-file',
        fileId: required(block, 'file_id', typed('A content block', block)),
        rawRepresentation: block,
      };
  }
  if (type.endsWith('_tool_use')) return hostedCall(block, type.slice(0, -'_tool_use'.length));
  return defined({
    type: 'hosted-tool-result' as const,
    callId: text(block.tool_use_id),
    tool: toolName(type.endsWith('_tool_result') ? type.slice(0, -'_tool_result'.length) : type),
    outputs: outputsOf(block),
    rawRepresentation: block,
  });
}

/** `rawRepresentation` only where there is more than text, so that pieces and whole texts look alike. */
function textContent(block: JsonObject): Content {
  const { type: _type, text: _text, citations, ...rest } = block;
  const annotations = nonEmpty(list(citations))?.map(citation);
  return defined({
    type: 'text' as const,
    text: required(block, 'text', typed('A content block', block)),
    annotations,
    rawRepresentation: annotations || Object.keys(rest).length > 0 ? block : undefined,
  });
}

/** A citation holds for the whole text block it stands in, so it has no offsets. */
function citation(raw: Json): Citation {
  if (!isJsonObject(raw)) throw new WireError('A citation is not a JSON object.');
  const source = sourceOf(text(raw.source));
  return defined({
    url: text(raw.url) ?? source.url,
    title: text(raw.title) ?? text(raw.document_title) ?? source.title,
    fileId: text(raw.file_id),
    snippet: text(raw.cited_text),
    rawRepresentation: raw,
  });
}

/** A search result's source may be an address, or any other words for where it is. */
const sourceOf = (source: string | undefined): { url?: string | undefined; title?: string | undefined } =>
  URL.canParse(String(source)) ? { url: source } : { title: source };

/** No input is an empty object; input that is no object (a stream cut short) is kept as text. */
function functionCall(block: JsonObject): FunctionCallContent {
  const input = block.input ?? {};
  const call = {
    type: 'function-call' as const,
    callId: required(block, 'id', typed('A content block', block)),
    name: required(block, 'name', typed('A content block', block)),
  };
  if (isJsonObject(input)) return { ...call, arguments: input, rawRepresentation: block };
  const argumentsText = typeof input === 'string' ? input : JSON.stringify(input);
  return { ...call, argumentsText, rawRepresentation: block };
}

function hostedCall(block: JsonObject, stem: string): Content {
  const name = required(block, 'name', typed('A content block', block));
  return defined({
    type: 'hosted-tool-call' as const,
    callId: required(block, 'id', typed('A content block', block)),
    tool: toolName(stem === 'server' ? name : stem),
    name,
    serverName: text(block.server_name),
    arguments: block.input,
    rawRepresentation: block,
  });
}

// What a hosted tool gave, where it is plain to see. The rest stays in the block's `rawRepresentation`.

type Output = HostedToolResultContent['outputs'][number];

/**
 * Read by members and not by types: `code_execution_result`, `bash_code_execution_result` and whatever comes next all say
 * `stdout`, every `…_error` has an `error_code`, every file a `file_id`.
 */
function outputsOf(block: JsonObject): Output[] {
  if (block.is_error === true) {
    const said =
      text(block.content) ??
      objects(block.content)
        .map((part) => text(part.text) ?? '')
        .join('\n');
    return [{ type: 'error', message: wording(said) ?? 'The tool failed without a message.' }];
  }
  return payloadOutputs(block);
}

function payloadOutputs(payload: Json | undefined): Output[] {
  if (typeof payload === 'string') return textOutput(payload);
  if (Array.isArray(payload)) return payload.flatMap((item: Json) => payloadOutputs(item));
  if (!isJsonObject(payload)) return [];
  const { error_code: code, error_message: message, url, file_id: fileId } = payload;
  if (typeof code === 'string') {
    return [
      {
        type: 'error',
        message: wording(message) ?? wording(code) ?? 'The tool failed without a message.',
        errorCode: code,
      },
    ];
  }
  if (typeof url === 'string') return [{ type: 'uri', uri: url }, ...bytesOf(payload.content)];
  if (typeof fileId === 'string') return [{ type: 'hosted-file', fileId }];
  return [
    ...textOutput(payload.text),
    ...textOutput(payload.stdout),
    ...standardError(payload),
    ...payloadOutputs(payload.content),
  ];
}

/** The bytes of a page that was fetched and is no text. */
function bytesOf(document: Json | undefined): Output[] {
  const source = isJsonObject(document) ? document.source : undefined;
  if (!isJsonObject(source) || source.type !== 'base64') return [];
  const [mediaType, data] = [text(source.media_type), text(source.data)];
  return mediaType === undefined || data === undefined ? [] : [{ type: 'data', mediaType, data }];
}

function textOutput(words: Json | undefined): Output[] {
  return typeof words === 'string' && words !== '' ? [{ type: 'text', text: words }] : [];
}

/** Programs warn on `stderr` too; only a code other than 0 says that they failed. */
function standardError(payload: JsonObject): Output[] {
  const { stderr, return_code: code } = payload;
  if (typeof code !== 'number' || code === 0) return textOutput(stderr);
  return [
    { type: 'error', message: wording(stderr) ?? `The program ended with code ${code}.`, errorCode: String(code) },
  ];
}
