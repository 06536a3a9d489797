/** From a run, its steps and its messages to a response of the contract. Pure. */

import { isJsonObject, type Json, type JsonObject } from '../../../../lib/canonical-json.ts';
import {
  type ChatResponse,
  type ChatResponseUpdate,
  type Citation,
  type Content,
  foldUpdates,
  type HostedToolResultContent,
  ProviderError,
  type UsageDetails,
  WireError,
} from '../../../../spec/contract/index.ts';
import { promptUsage, safetyChecks, utf16Offset } from '../contents.ts';
import type { Errors } from '../errors.ts';
import { count, defined, list, nonEmpty, parsedJson, parsedObject, required, text, wording } from '../json.ts';

/** What is listed of a run, oldest first. */
interface Listed {
  readonly steps: readonly unknown[];
  readonly messages: readonly unknown[];
}

/**
 * Step by step; messages that no step tells of come after, what the run waits for last.
 *
 * @param told ids of messages and tool calls that earlier calls told
 * @throws WireError for calls that nobody could answer
 */
export function responseOf(
  run: JsonObject,
  { steps, messages }: Listed,
  told: ReadonlySet<string | undefined>,
): ChatResponse {
  const untold = new Map(
    messages.filter(isJsonObject).flatMap((message): [string, JsonObject][] => {
      const id = text(message.id) ?? '';
      const isOurs = message.role === 'assistant' && message.run_id === run.id && !told.has(id);
      return isOurs ? [[id, message]] : [];
    }),
  );
  const updates: ChatResponseUpdate[] = [];
  for (const step of steps.filter(isJsonObject)) {
    const id = messageIdOf(step);
    const message = untold.get(id);
    untold.delete(id);
    if (message) updates.push(updateOf(messageContents(message), id));
    else updates.push(updateOf(hostedContents(step, told, run.status !== 'requires_action')));
  }
  for (const [id, message] of untold) updates.push(updateOf(messageContents(message), id));
  updates.push(updateOf(waitingCalls(run)));
  const refused = updates.some(({ contents }) => contents.some(({ type }) => type === 'error'));
  return { ...foldUpdates(updates), ...identity(run), ...ending(run, refused), rawRepresentation: run };
}

/** The message that a step made. */
function messageIdOf({ step_details: details }: JsonObject): string {
  const made = isJsonObject(details) ? details.message_creation : undefined;
  return (isJsonObject(made) ? text(made.message_id) : undefined) ?? '';
}

const updateOf = (contents: Content[], messageId?: string): ChatResponseUpdate =>
  defined({ role: 'assistant' as const, contents, messageId });

// How a run ended. Source: `Run` of `openai`, `resources/beta/threads/runs/runs.d.ts`.

/** True while there is nothing to do but wait. */
export function isPending({ status }: JsonObject): boolean {
  return status === 'queued' || status === 'in_progress' || status === 'cancelling';
}

/** @throws WireError for what is no run */
export function runOf(body: unknown, { provider }: Errors): JsonObject {
  if (isJsonObject(body) && typeof body.id === 'string' && typeof body.status === 'string') return body;
  throw new WireError(`The answer of ${provider} is not a run with an id and a status.`);
}

/** Run, thread and model. */
export function identity(run: JsonObject): Pick<ChatResponseUpdate, 'responseId' | 'conversationId' | 'modelId'> {
  return defined({ responseId: text(run.id), conversationId: text(run.thread_id), modelId: text(run.model) });
}

/**
 * Why it ended and what it cost; the price is told when all of the run is over.
 *
 * @param refused whether the model said that it will not answer, which completes a run like any answer
 */
export function ending(run: JsonObject, refused: boolean): Pick<ChatResponseUpdate, 'finishReason' | 'usage'> {
  const reason = finishReason(run);
  return defined({
    finishReason: refused && reason === 'stop' ? 'content_filter' : reason,
    usage: usageDetails(run.usage),
  });
}

/** @throws ProviderError for a run that failed, or whose time ran out */
export function demandSuccess(run: JsonObject, { providerError }: Errors): void {
  if (run.status === 'failed') throw providerError(run.last_error);
  if (run.status === 'expired') {
    throw new ProviderError('The run expired: it took too long, or waited too long for results of functions.', {
      code: 'expired',
      retryable: false,
    });
  }
}

/** Words that the contract lacks stay as they are. */
function finishReason({ status, incomplete_details: details }: JsonObject): string | undefined {
  switch (status) {
    case 'completed':
      return 'stop';
    case 'requires_action':
      return 'tool_calls';
    case 'incomplete': {
      const reason = (isJsonObject(details) ? wording(details.reason) : undefined) ?? 'incomplete';
      return reason === 'max_completion_tokens' ? 'length' : reason;
    }
    default:
      return wording(status);
  }
}

const usageDetails = (usage: Json | undefined): UsageDetails | undefined =>
  isJsonObject(usage) ? promptUsage(usage, usage.prompt_token_details) : undefined;

// Messages of the assistant as contents. Source: `Message`, `MessageContent`, `Annotation` of `openai`.

/** Its parts, in order, and the files that tools attached to it. */
function messageContents(message: JsonObject): Content[] {
  const parts = (list(message.content) ?? []).flatMap((part) => (isJsonObject(part) ? contentOfPart(part) : []));
  return [...parts, ...attachedFiles(message)];
}

export function contentOfPart(part: JsonObject): Content[] {
  const words = textOfPart(part);
  if (words !== undefined) {
    const annotations = nonEmpty(citations(part));
    return [defined({ type: 'text' as const, text: words, annotations, rawRepresentation: part })];
  }
  const { image_file: image, image_url: linked } = part;
  const fileId = isJsonObject(image) ? text(image.file_id) : undefined;
  if (fileId !== undefined) return [{ type: 'hosted-file', fileId, mediaType: 'image/*', rawRepresentation: part }];
  const uri = isJsonObject(linked) ? text(linked.url) : undefined;
  if (uri !== undefined) return [{ type: 'uri', uri, mediaType: 'image/*', rawRepresentation: part }];
  const refusal = text(part.refusal);
  if (refusal !== undefined) {
    return [{ type: 'error', message: refusal, errorCode: 'refusal', rawRepresentation: part }];
  }
  return [{ type: 'hosted-tool-result', tool: text(part.type) ?? 'unknown', outputs: [], rawRepresentation: part }];
}

/** The words of a part that is text. */
export function textOfPart(part: JsonObject): string | undefined {
  return part.type === 'text' && isJsonObject(part.text) ? (text(part.text.value) ?? '') : undefined;
}

export function attachedFiles(message: JsonObject): Content[] {
  return (list(message.attachments) ?? []).flatMap((attachment) => {
    const fileId = isJsonObject(attachment) ? text(attachment.file_id) : undefined;
    return fileId === undefined ? [] : [{ type: 'hosted-file', fileId, rawRepresentation: attachment }];
  });
}

/** Marks in a text that stand for its sources; what they point at is the mark itself, to be replaced by whoever shows it. */
export function citations(part: JsonObject): Citation[] {
  if (!isJsonObject(part.text)) return [];
  const words = text(part.text.value) ?? '';
  return (list(part.text.annotations) ?? []).flatMap((annotation) =>
    isJsonObject(annotation) ? [citation(annotation, words)] : [],
  );
}

function citation(annotation: JsonObject, words: string): Citation {
  const { file_citation: cited, file_path: made, url_citation: linked } = annotation;
  const file = isJsonObject(cited) ? cited : isJsonObject(made) ? made : {};
  const { url, title } = isJsonObject(linked) ? linked : {};
  return defined({
    url: text(url),
    title: text(title),
    fileId: text(file.file_id),
    snippet: text(file.quote) || undefined,
    ...placeOf(annotation, words),
    rawRepresentation: annotation,
  });
}

/** Indexes are read as Unicode code points. The annotation repeats its mark: where that stands elsewhere, it is believed. */
function placeOf({ start_index: start, end_index: end, text: repeated }: JsonObject, words: string): Partial<Citation> {
  const [startIndex, endIndex, mark] = [offset(start, words), offset(end, words), text(repeated) ?? ''];
  const isKnown = startIndex !== undefined && endIndex !== undefined;
  if (isKnown && (mark === '' || words.slice(startIndex, endIndex) === mark)) return { startIndex, endIndex };
  const at = mark === '' ? -1 : words.indexOf(mark);
  return at < 0 ? {} : { startIndex: at, endIndex: at + mark.length };
}

function offset(index: Json | undefined, words: string): number | undefined {
  const characters = count(index);
  return characters === undefined ? undefined : utf16Offset(words, characters);
}

// What a run waits for, as contents of the contract. Each carries the run, because the answer has to name it.

/**
 * Functions that the application shall run, or tools of MCP servers that it shall give leave for.
 *
 * @throws WireError where the run waits for something else, or for calls that nobody could answer
 */
export function waitingCalls(run: JsonObject): Content[] {
  if (run.status !== 'requires_action') return [];
  const { required_action: action } = run;
  const type = isJsonObject(action) ? text(action.type) : undefined;
  const asked = isJsonObject(action) && type !== undefined ? action[type] : undefined;
  const calls = isJsonObject(asked) ? list(asked.tool_calls) : undefined;
  const contentOf = type === undefined ? undefined : contentsByAction.get(type);
  if (!calls || !contentOf) {
    throw new WireError(`A run requires the action ${JSON.stringify(type ?? null)}, and does not say which calls.`);
  }
  return calls.map((call) => contentOf(call, run));
}

const contentsByAction = new Map([
  ['submit_tool_outputs', (call: Json, run: JsonObject) => computerCall(call, run) ?? functionCall(call, run)],
  ['submit_tool_approval', approvalRequest],
]);

/** What the application shall do with its computer: the preview version of Azure AI Foundry has such calls. */
function computerCall(call: Json, run: JsonObject): Content | undefined {
  const acting = isJsonObject(call) ? call.computer_use_preview : undefined;
  if (!isJsonObject(call) || !isJsonObject(acting)) return undefined;
  return defined({
    type: 'action-call' as const,
    callId: required(call, 'id', 'A call of the computer'),
    tool: 'computer-use' as const,
    actions: [acting.action ?? null].filter(isJsonObject),
    pendingSafetyChecks: safetyChecks(acting),
    rawRepresentation: run,
  });
}

function functionCall(call: Json, run: JsonObject): Content {
  const called = isJsonObject(call) ? call.function : undefined;
  const callId = isJsonObject(call) ? text(call.id) : undefined;
  const name = isJsonObject(called) ? text(called.name) : undefined;
  const written = isJsonObject(called) ? text(called.arguments) : undefined;
  if (callId === undefined || name === undefined || written === undefined) {
    throw new WireError('A run calls a function without an id, a name or arguments.');
  }
  const parsed = parsedObject(written);
  const how = parsed ? { arguments: parsed } : { argumentsText: written };
  return { type: 'function-call', callId, name, ...how, rawRepresentation: run };
}

function approvalRequest(call: Json, run: JsonObject): Content {
  const requestId = isJsonObject(call) ? text(call.id) : undefined;
  if (!isJsonObject(call) || requestId === undefined) {
    throw new WireError('A run wants leave for a call that has no id.');
  }
  return defined({
    type: 'approval-request' as const,
    requestId,
    tool: 'mcp-server',
    name: text(call.name),
    serverName: text(call.server_label),
    arguments: parsedJson(text(call.arguments) || '{}'),
    rawRepresentation: run,
  });
}

// What a run's steps say of hosted tools, as contents of the contract. Whatever the tool, nothing of it is lost.

type Output = HostedToolResultContent['outputs'][number];

/** The contract's names for hosted tools. Anything else keeps its own name. */
const toolNames = new Map([
  ['code_interpreter', 'code-interpreter'],
  ['file_search', 'file-search'],
  ['mcp', 'mcp-server'],
  ['mcp_list_tools', 'mcp-server'],
  ['azure_function', 'stateful-function'],
  ['azure_ai_search', 'azure-ai-search'],
  ['bing_grounding', 'bing-grounding-basic'],
  ['bing_custom_search', 'bing-custom-search'],
  ['fabric_dataagent', 'microsoft-fabric'],
]);

/** Members that tools have for what they gave; Bing has others, which all begin alike. */
const isResult = (member: string): boolean =>
  member === 'outputs' || member === 'output' || member === 'results' || member.startsWith('response');

/** Hosted tools that a step used, as soon as it or all of its run is over; without those that were told before. */
export function hostedContents(step: JsonObject, told: ReadonlySet<string | undefined>, isRunOver = false): Content[] {
  const { step_details: details } = step;
  if ((step.status === 'in_progress' && !isRunOver) || !isJsonObject(details)) return [];
  const isNew = (value: Json): value is JsonObject => isJsonObject(value) && !told.has(text(value.id) ?? '');
  const calls = (list(details.tool_calls) ?? []).filter(isNew).filter(({ type }) => type !== 'function');
  const others = (list(details.activities) ?? []).filter(isNew);
  return [...calls.flatMap((call) => callAndResult(call, step)), ...others.map(activity)];
}

const named = (call: JsonObject, fallback: string) => {
  const type = text(call.type) ?? 'unknown';
  return { callId: text(call.id) ?? fallback, tool: toolNames.get(type) ?? type };
};

/** What happened on the way and nobody asked for: that a server told its tools. */
function activity(made: JsonObject): Content {
  return { type: 'hosted-tool-result', ...named(made, ''), outputs: [], rawRepresentation: made };
}

/** What a tool was asked and gave stands in a member of its name; of an MCP server, in the call itself. */
function callAndResult(call: JsonObject, step: JsonObject): Content[] {
  const { id: _, type, name, server_label: server, ...rest } = call;
  const own = call[text(type) ?? ''];
  const members = Object.entries(isJsonObject(own) ? own : rest).filter(([, value]) => value !== null);
  const asked = Object.fromEntries(members.filter(([member]) => !isResult(member)));
  const links = named(call, text(step.id) ?? '');
  const contents: Content[] = [
    defined({
      type: 'hosted-tool-call' as const,
      ...links,
      name: text(name),
      serverName: text(server),
      arguments: typeof asked.arguments === 'string' ? parsedJson(asked.arguments || '{}') : asked,
      rawRepresentation: call,
    }),
  ];
  const gave = members.find(([member]) => isResult(member))?.[1];
  if (gave !== undefined) {
    const outputs = (list(gave) ?? [gave]).flatMap(outputsOf);
    contents.push({ type: 'hosted-tool-result', ...links, outputs, rawRepresentation: call });
  } else if (step.status === 'failed') {
    // Why is said of the step.
    contents.push({
      type: 'hosted-tool-result',
      ...links,
      outputs: [failure(step.last_error)],
      rawRepresentation: step,
    });
  }
  return contents;
}

function failure(error: Json | undefined): Output {
  const { code, message } = isJsonObject(error) ? error : {};
  const said = wording(message) ?? 'The tool failed without a message.';
  return defined({ type: 'error' as const, message: said, errorCode: text(code) });
}

/** What code printed, images that it drew, and what was found in files. */
function outputsOf(output: Json): Output[] {
  if (typeof output === 'string') return [{ type: 'text', text: output }];
  if (!isJsonObject(output)) return [];
  const { logs, image } = output;
  if (typeof logs === 'string') return [{ type: 'text', text: logs }];
  const made = isJsonObject(image) ? text(image.file_id) : undefined;
  if (made !== undefined) return [{ type: 'hosted-file', fileId: made, mediaType: 'image/*' }];
  const fileId = text(output.file_id);
  return fileId === undefined ? [] : found(output, fileId);
}

/** What was found says which file it is in; its words come only where they were asked for. */
function found(result: JsonObject, fileId: string): Output[] {
  const source = defined({ fileId, title: text(result.file_name) });
  const words = (list(result.content) ?? []).flatMap((part) => (isJsonObject(part) ? (text(part.text) ?? []) : []));
  return (words.length > 0 ? words : ['']).map((each) => ({ type: 'text', text: each, annotations: [source] }));
}
