/** From the body of a response to the contract. Pure. */

import { isJsonObject, type Json, type JsonObject } from '../../../../lib/canonical-json.ts';
import {
  type ActionCallContent,
  type ChatResponse,
  type Citation,
  type Content,
  type FunctionCallContent,
  type HostedToolResultContent,
  type UsageDetails,
  WireError,
} from '../../../../spec/contract/index.ts';
import { safetyChecks, utf16Offset, writtenMessages } from '../contents.ts';
import { count, defined, list, parsedJson, parsedObject, required, text, typed, wording } from '../json.ts';
import { providerError } from '../openai.ts';

/**
 * @param body the body, parsed
 * @param kept whether OpenAI was asked, or left, to keep the conversation
 * @throws WireError when it is no response
 * @throws ProviderError when the response failed, or is an error that came with a status of success
 */
export function responseFromBody(body: unknown, kept: boolean): ChatResponse {
  if (!isJsonObject(body)) throw new WireError('The response of OpenAI is no JSON object.');
  // The SDK adds this member; it is not on the wire.
  const { output_text: _, ...response } = body;
  failed(response);
  const output = list(response.output);
  if (!output) throw new WireError('The response of OpenAI has no list in "output".');
  return defined({
    messages: writtenMessages(output, contentsOfItem, messageIdOf),
    responseId: text(response.id),
    modelId: text(response.model),
    ...ending(response, output, kept),
    warnings: [],
    rawRepresentation: response,
  });
}

/** @throws ProviderError where the response is one that failed */
export function failed(response: JsonObject): void {
  if (response.status === 'failed' || isJsonObject(response.error)) throw providerError(response.error);
}

/** What is known of a response once it is over. */
export function ending(
  response: JsonObject,
  output: readonly Json[],
  kept: boolean,
): Pick<ChatResponse, 'conversationId' | 'finishReason' | 'usage'> {
  return defined({
    conversationId: kept && response.store !== false ? conversationId(response) : undefined,
    finishReason: finishReason(response, output),
    usage: usageDetails(response.usage),
  });
}

/** The id of an item, if it is a message. */
export function messageIdOf(item: unknown): string | undefined {
  return isJsonObject(item) && item.type === 'message' ? text(item.id) : undefined;
}

/** A response goes on under its own id or, where it is part of a conversation, under the id of that. */
function conversationId(response: JsonObject): string | undefined {
  const { conversation } = response;
  return (isJsonObject(conversation) ? text(conversation.id) : undefined) ?? text(response.id);
}

const incompleteReasons = new Map([
  ['max_output_tokens', 'length'],
  ['content_filter', 'content_filter'],
]);

/**
 * The API has a status and no reason: an incomplete response says its own, and a call that was cut off by it is not to be
 * answered. Words that the contract lacks (`cancelled`) stay as they are; a response that is not over has none.
 */
function finishReason(response: JsonObject, output: readonly Json[]): string | undefined {
  const items = output.filter(isJsonObject);
  switch (response.status) {
    case 'completed':
      if (items.some(asksTheApplication)) return 'tool_calls';
      return items.some(isRefused) ? 'content_filter' : 'stop';
    case 'incomplete': {
      const { incomplete_details: details } = response;
      const reason = (isJsonObject(details) ? wording(details.reason) : undefined) ?? 'incomplete';
      return incompleteReasons.get(reason) ?? reason;
    }
    case 'cancelled':
      return 'cancelled';
    default:
      return undefined;
  }
}

function isRefused({ type, content }: JsonObject): boolean {
  return type === 'message' && (list(content) ?? []).some((part) => isJsonObject(part) && part.type === 'refusal');
}

function usageDetails(usage: Json | undefined): UsageDetails | undefined {
  if (!isJsonObject(usage)) return undefined;
  const { input_tokens_details: input, output_tokens_details: output } = usage;
  return defined({
    inputTokens: count(usage.input_tokens),
    outputTokens: count(usage.output_tokens),
    cachedInputTokens: isJsonObject(input) ? count(input.cached_tokens) : undefined,
    reasoningTokens: isJsonObject(output) ? count(output.reasoning_tokens) : undefined,
  });
}

// Output items of a response as contents of the contract. Whatever the item, nothing of it is lost.

/**
 * What is not known arrives as `HostedToolResultContent` with the item in `rawRepresentation`.
 *
 * @throws WireError for what is no item, or a call that nobody could answer
 */
export function contentsOfItem(item: unknown): Content[] {
  if (!isItem(item)) throw new WireError('An output item is not a JSON object with a type.');
  switch (item.type) {
    case 'message':
      return messageContents(item);
    case 'reasoning':
      return [reasoning(item)];
    case 'function_call':
      return [functionCall(item)];
    case 'custom_tool_call':
      return isRunByService(item) ? hostedContents(item, item.type) : [customCall(item)];
    case 'mcp_approval_request': {
      const id = text(item.id);
      return id === undefined ? hostedContents(item, item.type) : [approvalRequest(item, id)];
    }
    default: {
      const action = actionCall(item);
      return action ? [action] : hostedContents(item, item.type);
    }
  }
}

/** True for an item after which the application must act. */
function asksTheApplication(item: JsonObject): boolean {
  const { type } = item;
  const asks = type === 'function_call' || type === 'custom_tool_call' || type === 'mcp_approval_request';
  return (asks && !isRunByService(item)) || isAction(item);
}

/** xAI tells its own searches of X in the form of custom calls, with ids that begin with `xs_`: nobody answers them. */
const isRunByService = ({ type, call_id }: JsonObject): boolean =>
  type === 'custom_tool_call' && String(text(call_id)).startsWith('xs_');

function reasoning(item: JsonObject): Content {
  return defined({
    type: 'reasoning' as const,
    text: textOfReasoning(item),
    protectedData: text(item.encrypted_content),
    rawRepresentation: item,
  });
}

/** The summary or, where a model shows it instead, the reasoning itself. */
export function textOfReasoning(item: JsonObject): string {
  return textsOf(item.summary) || textsOf(item.content);
}

function textsOf(parts: Json | undefined): string {
  return (list(parts) ?? []).map((part) => (isJsonObject(part) ? (text(part.text) ?? '') : '')).join('');
}

// The call of a function of the application: its arguments are text on the wire.

/** @throws WireError for a call without a name, an id or arguments, which nobody could answer */
function functionCall(item: JsonObject): FunctionCallContent {
  const call = {
    type: 'function-call' as const,
    callId: required(item, 'call_id', typed('An output item', item)),
    name: required(item, 'name', typed('An output item', item)),
  };
  const written = item.arguments;
  // Some servers that speak this API write the object itself.
  const parsed = isJsonObject(written)
    ? written
    : parsedObject(required(item, 'arguments', typed('An output item', item)));
  return parsed
    ? { ...call, arguments: parsed, rawRepresentation: item }
    : { ...call, argumentsText: required(item, 'arguments', typed('An output item', item)), rawRepresentation: item };
}

/** A call of a custom tool: what it is asked is the model's own text, whatever that looks like. */
function customCall(item: JsonObject): FunctionCallContent {
  const call = {
    type: 'function-call' as const,
    callId: required(item, 'call_id', typed('An output item', item)),
    name: required(item, 'name', typed('An output item', item)),
  };
  return { ...call, argumentsText: required(item, 'input', typed('An output item', item)), rawRepresentation: item };
}

// Items that ask the application to act on a screen, in a shell or in files.

type Kind = Pick<ActionCallContent, 'tool' | 'actions'>;

/** True for an item that the application answers by acting. */
const isAction = (item: JsonObject): boolean => kindOf(item) !== undefined;

/**
 * The call, or `undefined` for an item that is none.
 *
 * @throws WireError for a call without an id, which nobody could answer
 */
function actionCall(item: JsonObject): ActionCallContent | undefined {
  const kind = kindOf(item);
  if (!kind) return undefined;
  return defined({
    type: 'action-call' as const,
    callId: required(item, 'call_id', typed('An output item', item)),
    ...kind,
    pendingSafetyChecks: safetyChecks(item),
    rawRepresentation: item,
  });
}

/** Of a shell in a container of OpenAI, OpenAI answers the calls itself. */
function kindOf(item: JsonObject): Kind | undefined {
  switch (item.type) {
    case 'computer_call':
      return { tool: 'computer-use', actions: computerActions(item) };
    case 'shell_call':
      return runsAtOpenAI(item) ? undefined : { tool: 'shell', actions: commands(item) };
    case 'local_shell_call':
      return { tool: 'shell', actions: [item.action ?? null].filter(isJsonObject) };
    case 'apply_patch_call':
      return { tool: 'text-editor', actions: [item.operation ?? null].filter(isJsonObject) };
    default:
      return undefined;
  }
}

/** One of today's `actions`, or the single `action` of the preview. */
function computerActions({ actions, action }: JsonObject): JsonObject[] {
  return (list(actions) ?? [action ?? null]).filter(isJsonObject);
}

/** Actions begin with their name; what a shell shall run has none of its own. */
const commands = ({ action }: JsonObject): JsonObject[] => (isJsonObject(action) ? [{ type: 'exec', ...action }] : []);

function runsAtOpenAI({ environment }: JsonObject): boolean {
  return isJsonObject(environment) && String(environment.type).startsWith('container');
}

// A message item of a response: texts, and words of refusal. Source: `ResponseOutputMessage`, `ResponseOutputText`.

/**
 * The texts, then the refusals. The last content carries the whole item, with what has no member in the contract (its id, its
 * phase, its parts), so that it can go back as it came.
 */
function messageContents(item: JsonObject): Content[] {
  const texts = textParts(item).map((part): Content => {
    const annotations = citations(part);
    return defined({
      type: 'text' as const,
      text: part.text,
      annotations: annotations.length > 0 ? annotations : undefined,
    });
  });
  const contents = [...texts, ...refusals(item)];
  const last: Content = contents.pop() ?? { type: 'text', text: '' };
  return [...contents, { ...last, rawRepresentation: item }];
}

/** All its texts as one. */
export function textOfMessage(item: JsonObject): string {
  return textParts(item)
    .map((part) => part.text)
    .join('');
}

export type TextPart = JsonObject & { readonly text: string };

export function textParts(item: JsonObject): TextPart[] {
  return (list(item.content) ?? []).filter(
    (part): part is TextPart => isJsonObject(part) && part.type === 'output_text' && typeof part.text === 'string',
  );
}

/** Why the model does not answer, in its own words. */
export function refusals(item: JsonObject): Content[] {
  return (list(item.content) ?? []).flatMap((part): Content[] => {
    const words = isJsonObject(part) && part.type === 'refusal' ? text(part.refusal) : undefined;
    return words === undefined ? [] : [{ type: 'error', message: words, errorCode: 'refusal' }];
  });
}

/**
 * Where the text has its knowledge from. OpenAI's indexes count characters, which is read as Unicode code points; the end is
 * exclusive, as its traffic shows. A `file_citation` has the place of a mark instead, so it is about the whole text.
 */
export function citations(part: TextPart): Citation[] {
  return (list(part.annotations) ?? []).filter(isJsonObject).map((annotation) => citation(annotation, part.text));
}

function citation(annotation: JsonObject, words: string): Citation {
  return defined({
    url: text(annotation.url),
    title: text(annotation.title) ?? text(annotation.filename),
    fileId: text(annotation.file_id),
    startIndex: offset(annotation.start_index, words),
    endIndex: offset(annotation.end_index, words),
    rawRepresentation: annotation,
  });
}

function offset(index: Json | undefined, words: string): number | undefined {
  const characters = count(index);
  return characters === undefined ? undefined : utf16Offset(words, characters);
}

// Items of tools that OpenAI runs: what they were asked and what they gave, mostly in one item.

/** The contract's names for hosted tools, by the stem of the item's type. Anything else keeps its own name. */
const toolNames = new Map([
  ['web_search', 'web-search'],
  ['file_search', 'file-search'],
  ['code_interpreter', 'code-interpreter'],
  ['image_generation', 'image-generation'],
  ['shell', 'shell'],
  ['mcp', 'mcp-server'],
  ['mcp_list_tools', 'mcp-server'],
  // Azure AI Foundry's own.
  ['azure_function', 'stateful-function'],
  ['azure_ai_search', 'azure-ai-search'],
  ['bing_grounding', 'bing-grounding-basic'],
  ['bing_custom_search_preview', 'bing-custom-search'],
  ['fabric_dataagent_preview', 'microsoft-fabric'],
]);

/** Calls whose types do not end in `_call`. */
const otherCalls = new Set(['mcp_list_tools', 'program']);

/**
 * New tools bring new items, so these are told apart by how their types end: `_call` is a call, and a result too where
 * something came of it; anything else is a result, whole.
 */
function hostedContents(item: JsonObject, type: string): Content[] {
  const callId = text(item.call_id) ?? text(item.id);
  const isCall = type.endsWith('_call') || otherCalls.has(type);
  const tool = toolName(type.replace(/_(call|output|call_output)$/, ''));
  const result: Content = defined({
    type: 'hosted-tool-result' as const,
    callId,
    tool,
    outputs: outputsOf(item),
    rawRepresentation: item,
  });
  if (!isCall || callId === undefined) return [result];
  const call: Content = defined({
    type: 'hosted-tool-call' as const,
    callId,
    tool,
    name: text(item.name),
    serverName: text(item.server_label),
    arguments: asked(item),
    rawRepresentation: item,
  });
  return gaveSomething(item) ? [call, result] : [call];
}

const toolName = (stem: string) => toolNames.get(stem) ?? stem;

/** The application is asked whether a tool of an MCP server may run. */
function approvalRequest(item: JsonObject, requestId: string): Content {
  return defined({
    type: 'approval-request' as const,
    requestId,
    tool: 'mcp-server',
    name: text(item.name),
    serverName: text(item.server_label),
    arguments: asked(item),
    rawRepresentation: item,
  });
}

/** The members that tools have for what they are asked. */
const askingMembers = ['arguments', 'action', 'actions', 'operation', 'input'];

/** Members that say which item it is and how far it is. */
const framingMembers = new Set([
  ...['type', 'id', 'call_id', 'status', 'name', 'namespace', 'caller', 'created_by', 'execution', 'environment'],
  ...['approval_request_id', 'pending_safety_checks', 'max_output_length'],
  // Azure AI Foundry says of every item whose it is.
  ...['agent_reference', 'response_id'],
]);

/** One member where the tool has one for it, else whatever the item says that is neither frame nor result. */
function asked(item: JsonObject): Json {
  // Of an image, `action` is one setting among others ("edit").
  const member = askingMembers.find(
    (name) => (item[name] ?? null) !== null && (name !== 'action' || typeof item.action === 'object'),
  );
  if (member === undefined) {
    return Object.fromEntries(
      Object.entries(item).filter(
        ([name, value]) => value !== null && !framingMembers.has(name) && !resultMembers.includes(name),
      ),
    );
  }
  const value = item[member] ?? null;
  return member === 'arguments' && typeof value === 'string' ? parsedJson(value) : value;
}

/** True for what looks like an item: a JSON object that says its type. */
function isItem(value: unknown): value is JsonObject & { readonly type: string } {
  return isJsonObject(value) && typeof value.type === 'string';
}

// What a hosted tool gave, where it is plain to see. The rest stays in the item's `rawRepresentation`.

type Output = HostedToolResultContent['outputs'][number];

/** The members that tools have for what came of them. */
const resultMembers: readonly string[] = ['error', 'output', 'outputs', 'result', 'results', 'tools'];

/** Whether an item says what came of its call: something given, if only an empty list; pages found; or that it failed. */
function gaveSomething(item: JsonObject): boolean {
  return (
    item.status === 'failed' ||
    sourcesOf(item) !== undefined ||
    resultMembers.some((member) => (item[member] ?? null) !== null)
  );
}

/** Pages that a web search found; they stand beside what it was asked. */
function sourcesOf({ action }: JsonObject): readonly Json[] | undefined {
  return isJsonObject(action) ? list(action.sources) : undefined;
}

/** Read by members and not by types, so that tools not known here say something too. */
function outputsOf(item: JsonObject): Output[] {
  const { error, output, outputs, result, results } = item;
  if ((error ?? null) !== null || item.status === 'failed') return [failure(error, [output, outputs, results, result])];
  return [
    ...(sourcesOf(item) ?? []).flatMap(given),
    ...[output, outputs, results].flatMap(given),
    ...(item.type === 'image_generation_call' ? image(item) : given(result)),
  ];
}

/** An object `{ code, message }` or `{ content }`, or text; where there is none, what the tool had said until then. */
function failure(error: Json | undefined, said: readonly (Json | undefined)[]): Output {
  const { code, message, content } = isJsonObject(error) ? error : {};
  const words = [content, ...said].flatMap(given).flatMap((output) => (output.type === 'text' ? [output.text] : []));
  return defined({
    type: 'error' as const,
    message: wording(error) ?? wording(message) ?? wording(words.join('\n')) ?? 'The tool failed without a message.',
    errorCode: typeof code === 'number' ? String(code) : text(code),
  });
}

/** `{ text }`, `{ logs }`, `{ stdout, stderr, outcome }`, `{ url }`, `{ image_url }`, `{ file_id }`, text, or a list of them. */
function given(value: Json | undefined): Output[] {
  if (typeof value === 'string') return textOutput(value);
  const items = list(value);
  if (items) return items.flatMap(given);
  if (!isJsonObject(value)) return [];
  const url = text(value.url) ?? text(value.image_url);
  if (url !== undefined) return [at(url)];
  const words = [...textOutput(value.text), ...textOutput(value.logs), ...textOutput(value.stdout)];
  const fileId = text(value.file_id);
  if (fileId !== undefined) return [...cited(words, fileId, text(value.filename))];
  return [...words, ...standardError(value)];
}

/** Bytes where the URL holds them (RFC 2397), else the URL. */
function at(url: string): Output {
  const [head, mediaType] = /^data:([^;,]+)(?:;[^;,]*)*;base64,/i.exec(url) ?? [];
  if (head === undefined || mediaType === undefined) return { type: 'uri', uri: url };
  return { type: 'data', data: url.slice(head.length), mediaType };
}

/** What was found in a file says which; a file without words stands for itself. */
function cited(words: readonly Output[], fileId: string, name: string | undefined): Output[] {
  if (words.length === 0) return [defined({ type: 'hosted-file' as const, fileId, name })];
  return words.map((output) =>
    output.type === 'text' ? { ...output, annotations: [defined({ fileId, title: name })] } : output,
  );
}

function textOutput(value: Json | undefined): Output[] {
  return typeof value === 'string' && value !== '' ? [{ type: 'text', text: value }] : [];
}

/** Programs warn on `stderr` too; only an outcome other than exit code 0 says that they failed. */
function standardError({ stderr, outcome }: JsonObject): Output[] {
  const { type, exit_code: code } = isJsonObject(outcome) ? outcome : {};
  if (type !== 'timeout' && (typeof code !== 'number' || code === 0)) return textOutput(stderr);
  const errorCode = type === 'timeout' ? 'timeout' : String(code);
  const words =
    text(stderr) || (type === 'timeout' ? 'The program ran out of time.' : `The program ended with code ${code}.`);
  return [{ type: 'error', message: words, errorCode }];
}

/** Base64 without a data URL around it; the item says the format. */
function image({ result, output_format: format }: JsonObject): Output[] {
  if (typeof result !== 'string' || result === '') return [];
  const subtype = text(format) ?? 'png';
  return [{ type: 'data', data: result, mediaType: `image/${subtype === 'svg' ? 'svg+xml' : subtype}` }];
}
