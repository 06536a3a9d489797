/** From the body of a response to the contract. Pure. */

import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ChatResponse,
  type Citation,
  type Content,
  type UsageDetails,
  WireError,
} from '../../../spec/contract/index.ts';
import { writtenMessages } from '../shared/contents.ts';
import { count, defined, list, parsedJson, parsedObject, required, text, typed } from '../shared/json.ts';

/**
 * @param isKept whether Mistral was asked, or left, to keep the conversation
 * @throws WireError when it is no response
 */
export function responseFromBody(body: unknown, isKept: boolean): ChatResponse {
  const outputs = isJsonObject(body) ? list(body.outputs) : undefined;
  if (!isJsonObject(body) || !outputs) throw new WireError('The response of Mistral has no list in "outputs".');
  const entries = outputs.filter(isJsonObject);
  return defined({
    messages: writtenMessages(outputs, contentsOfEntry, messageIdOf),
    conversationId: conversationId(body, isKept),
    modelId: entries.map(modelOf).findLast(isText),
    finishReason: finishReason(entries),
    usage: usageDetails(body.usage),
    warnings: [],
    rawRepresentation: body,
  });
}

/** Only of a conversation that can be gone on with. */
export const conversationId = (said: JsonObject, isKept: boolean): string | undefined =>
  isKept ? text(said.conversation_id) : undefined;

export const modelOf = ({ model }: JsonObject): string | undefined => text(model);

const isText = (value: string | undefined): value is string => value !== undefined;

/**
 * The API does not say why the model ended. That the application must act can be seen; an answer that was cut off by a limit
 * cannot be told from a whole one.
 */
export const finishReason = (entries: readonly JsonObject[]): string =>
  entries.some(asksTheApplication) ? 'tool_calls' : 'stop';

/** Tokens of connectors are counted apart, and are neither the model's input nor its output. */
export function usageDetails(usage: Json | undefined): UsageDetails | undefined {
  if (!isJsonObject(usage)) return undefined;
  return defined({ inputTokens: count(usage.prompt_tokens), outputTokens: count(usage.completion_tokens) });
}

/** The id of an entry, if the model wrote it. */
export function messageIdOf(entry: unknown): string | undefined {
  return isJsonObject(entry) && entry.type === 'message.output' ? text(entry.id) : undefined;
}

// Entries of an answer as contents of the contract. Whatever the entry, nothing of it is lost.

/**
 * What is not known arrives as `HostedToolResultContent` with the entry in `rawRepresentation`; so do handoffs between agents.
 *
 * @throws WireError for what is no entry, or a call that nobody could answer
 */
export function contentsOfEntry(entry: unknown): Content[] {
  if (!isJsonObject(entry) || typeof entry.type !== 'string') {
    throw new WireError('An output of Mistral is not a JSON object with a type.');
  }
  switch (entry.type) {
    case 'message.output':
      return messageContents(entry);
    case 'function.call':
      return [call(entry)];
    case 'tool.execution':
      return execution(entry);
    default:
      return [result(entry, entry.type)];
  }
}

/** True for an entry after which the application must act. */
function asksTheApplication({ type, confirmation_status: status }: JsonObject): boolean {
  return type === 'function.call' && ((status ?? null) === null || status === 'pending');
}

/**
 * A call with a status of confirmation is one of a tool that Mistral runs: functions of the application are declared without any.
 * Pending, it asks for leave; decided, it is carried out by Mistral.
 */
function call(entry: JsonObject): Content {
  const callId = required(entry, 'tool_call_id', typed('An output', entry));
  const name = required(entry, 'name', typed('An output', entry));
  const { arguments: written, confirmation_status: status } = entry;
  const asked = askedIn(entry);
  if (status === 'pending') {
    return {
      type: 'approval-request',
      requestId: callId,
      tool: name,
      name,
      arguments: asked,
      rawRepresentation: entry,
    };
  }
  if ((status ?? null) !== null) {
    return { type: 'hosted-tool-call', callId, tool: name, name, arguments: asked, rawRepresentation: entry };
  }
  const base = { type: 'function-call' as const, callId, name };
  const parsed = isJsonObject(written)
    ? written
    : parsedObject(required(entry, 'arguments', typed('An output', entry)));
  return parsed
    ? { ...base, arguments: parsed, rawRepresentation: entry }
    : { ...base, argumentsText: required(entry, 'arguments', typed('An output', entry)), rawRepresentation: entry };
}

/** The contract's names for tools that Mistral runs. Tools of connectors keep their own. */
const toolNames = new Map([
  ['web_search', 'web-search'],
  ['web_search_premium', 'web-search'],
  ['document_library', 'file-search'],
  ['code_interpreter', 'code-interpreter'],
  ['image_generation', 'image-generation'],
]);

/** What a tool of Mistral's was asked: written as JSON in a text, or as the value itself. */
const askedIn = ({ arguments: written = null }: JsonObject): Json =>
  typeof written === 'string' ? parsedJson(written) : written;

/**
 * What came of it is `info`, whose members are not public: it stays what it is, in `rawRepresentation`. Real traffic shows what
 * the code interpreter wrote.
 */
function execution(entry: JsonObject): Content[] {
  const name = required(entry, 'name', typed('An output', entry));
  const tool = toolNames.get(name) ?? name;
  const { id, info } = entry;
  const carriedOut: Content = {
    type: 'hosted-tool-call',
    callId: text(id) ?? name,
    tool,
    name,
    arguments: askedIn(entry),
    rawRepresentation: entry,
  };
  return (info ?? null) === null ? [carriedOut] : [carriedOut, result(entry, tool, isJsonObject(info) ? info : {})];
}

function result(entry: JsonObject, tool: string, { code_output: written }: JsonObject = {}): Content {
  const outputs = typeof written === 'string' && written !== '' ? [{ type: 'text' as const, text: written }] : [];
  return defined({
    type: 'hosted-tool-result' as const,
    callId: text(entry.id),
    tool,
    outputs,
    rawRepresentation: entry,
  });
}

// An entry that the model wrote: words, where they come from, files. Source: `MessageOutputEntry`, `OutputContentChunks`.

/**
 * Chunk by chunk. Behind them a text without words carries the whole entry, with what has no member in the contract (its id, its
 * chunks), so that it can go back as it came.
 */
const messageContents = (entry: JsonObject): Content[] => [
  ...chunksOf(entry.content).flatMap(contentsOfChunk),
  { type: 'text', text: '', rawRepresentation: entry },
];

/** All its words as one. */
export const textOfMessage = (entry: JsonObject): string =>
  chunksOf(entry.content)
    .map((chunk) => (chunk.type === 'text' ? (text(chunk.text) ?? '') : ''))
    .join('');

const chunksOf = (content: Json | undefined): JsonObject[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : (list(content) ?? []).filter(isJsonObject);

/** What a chunk says. A reference stands behind words, and does not say which of them rest on it: it has a text of its own, without words. */
export function contentsOfChunk(chunk: JsonObject): Content[] {
  switch (chunk.type) {
    case 'text': {
      const words = text(chunk.text);
      return words ? [{ type: 'text', text: words }] : [];
    }
    case 'tool_reference':
      return [{ type: 'text', text: '', annotations: [citation(chunk)], rawRepresentation: chunk }];
    case 'tool_file':
      return [file(chunk)];
    case 'thinking':
      return [reasoning(chunk)];
    case 'image_url':
      return [urlContent(chunk, chunk.image_url)];
    case 'document_url':
      return [urlContent(chunk, chunk.document_url)];
    default:
      return [
        { type: 'hosted-tool-result', tool: text(chunk.type) ?? 'unknown', outputs: [], rawRepresentation: chunk },
      ];
  }
}

function citation(chunk: JsonObject): Citation {
  return defined({
    url: text(chunk.url),
    title: text(chunk.title),
    toolName: text(chunk.tool),
    snippet: text(chunk.description),
  });
}

/** Of what type it is, the API says with the ending of a name (`png`), or with a media type. */
function file(chunk: JsonObject): Content {
  const type = text(chunk.file_type);
  const mediaType = type?.includes('/') ? type : imageTypes.get(type ?? '');
  return defined({
    type: 'hosted-file' as const,
    fileId: text(chunk.file_id) ?? '',
    mediaType,
    name: text(chunk.file_name),
    rawRepresentation: chunk,
  });
}

const imageTypes = new Map(['png', 'jpeg', 'webp', 'gif'].map((type) => [type, `image/${type}`]));

function reasoning(chunk: JsonObject): Content {
  return defined({
    type: 'reasoning' as const,
    text: thoughtIn(chunk),
    protectedData: text(chunk.signature),
    rawRepresentation: chunk,
  });
}

/** The words of a chunk of thinking; references among them are in the chunk itself. */
export const thoughtIn = ({ thinking }: JsonObject): string =>
  (list(thinking) ?? []).map((part) => (isJsonObject(part) ? (text(part.text) ?? '') : '')).join('');

function urlContent(chunk: JsonObject, value: Json | undefined): Content {
  const url = text(value) ?? (isJsonObject(value) ? text(value.url) : undefined) ?? '';
  const { mediaType, data } = /^data:(?<mediaType>[^;,]+)[^,]*;base64,(?<data>.*)$/is.exec(url)?.groups ?? {};
  if (!mediaType || data === undefined) return { type: 'uri', uri: url, rawRepresentation: chunk };
  return { type: 'data', data, mediaType, rawRepresentation: chunk };
}
