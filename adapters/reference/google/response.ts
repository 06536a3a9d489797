/** From the body of a response to the contract. Pure. */
import { randomUUID } from 'node:crypto';
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ChatResponse,
  type Citation,
  type Content,
  foldUpdates,
  type HostedToolResultContent,
  type UsageDetails,
  WireError,
} from '../../../spec/contract/index.ts';
import { providerError } from '../shared/google.ts';
import { count, defined, list, nonEmpty, objects, text, wording } from '../shared/json.ts';
import { actionCall } from './actions.ts';

/**
 * @param body the body, parsed
 * @param isAction whether a call of this name acts on a screen
 * @throws WireError when it is no response
 * @throws ProviderError when it is an error that came with a status of success
 */
export function responseFromBody(body: Json | undefined, isAction: (name: string) => boolean): ChatResponse {
  const reader = new AnswerReader(isAction);
  const read = reader.read(body);
  const { contents, citations, ...ending } = reader.end();
  // Neighbouring pieces are one, as in a stream.
  const [message] = foldUpdates([{ contents: read }]).messages;
  const all = [...cited(message?.contents ?? [], citations), ...contents];
  const messageId = reader.responseId;
  return defined({
    messages: all.length > 0 ? [defined({ role: 'assistant' as const, contents: all, messageId })] : [],
    responseId: messageId,
    modelId: reader.modelId,
    ...ending,
    warnings: [],
    rawRepresentation: body,
  });
}

/** Each citation goes to the text that holds its words. */
function cited(contents: readonly Content[], citations: Ending['citations']): Content[] {
  const left = new Set(citations);
  let start = 0;
  const placed = contents.map((content) => {
    if (content.type !== 'text') return content;
    const from = start;
    const end = from + content.text.length;
    start = end;
    const own = [...left].flatMap((each) => ('start' in each && each.start >= from && each.end <= end ? each : []));
    for (const each of own) left.delete(each);
    const annotations = own.map((each) => ({
      ...each.citation,
      startIndex: each.start - from,
      endIndex: each.end - from,
    }));
    return defined({ ...content, annotations: nonEmpty(annotations) });
  });
  return [...placed, ...unplaced([...left])];
}

// Puts the responses of one answer together: a whole answer is one, a stream is many, each with more of the same candidate.

/** Begins the ids of calls that the API gave none. They never go back to it. */
export const noId = 'no-id:';

/** What is known once an answer is over. */
export interface Ending extends Pick<ChatResponse, 'finishReason' | 'usage'> {
  /** Contents beyond those that were read: what was searched, why it ended. */
  readonly contents: readonly Content[];
  readonly citations: readonly (PlacedCitation | UnplacedCitation)[];
}

export class AnswerReader {
  readonly #context: PartContext;
  #words = '';
  #responseId: string | undefined;
  #modelId: string | undefined;
  #lastHostedId: string | undefined;
  #growing: GrowingCall | undefined;
  #candidate: JsonObject = {};
  #feedback: Json | undefined;
  #usage: JsonObject = {};
  #grounding: JsonObject = {};
  #pages: JsonObject = {};
  #searched = false;
  #asksTheApplication = false;

  /** @param isAction whether a call of this name acts on a screen */
  constructor(isAction: (name: string) => boolean) {
    this.#context = { isAction, newId: () => `${noId}${randomUUID()}`, lastHostedId: () => this.#lastHostedId };
  }

  get responseId(): string | undefined {
    return this.#responseId;
  }

  get modelId(): string | undefined {
    return this.#modelId;
  }

  /** All text so far. */
  get words(): string {
    return this.#words;
  }

  /**
   * What one response adds. Of several candidates the first counts: the others are other answers to the same question.
   *
   * @throws WireError when it is no response
   * @throws ProviderError when it is an error
   */
  read(response: unknown): Content[] {
    if (!isJsonObject(response)) throw new WireError('A response of Google is not a JSON object.');
    if (isJsonObject(response.error)) throw providerError(response);
    this.#responseId ??= text(response.responseId);
    this.#modelId ??= text(response.modelVersion);
    this.#feedback ??= response.promptFeedback;
    this.#usage = { ...this.#usage, ...members(response.usageMetadata) };
    const candidate = objects(response.candidates).find(({ index }, i) => (count(index) ?? i) === 0);
    return candidate ? this.#grow(candidate) : [];
  }

  /** @throws WireError when nothing says that it is over */
  end(): Ending {
    const { finishReason: reason } = this.#candidate;
    const refused = blocked(this.#feedback);
    if (reason === undefined && refused.length === 0)
      throw new WireError('The answer of Google ended without a reason to finish.');
    if (this.#growing) throw new WireError('The answer of Google ended inside a function call.');
    const told = reason === undefined ? 'PROHIBITED_CONTENT' : wording(reason);
    const grounded = Object.keys(this.#grounding).length > 0;
    return {
      contents: [
        ...(grounded ? groundingContents(this.#grounding, this.#searched, this.#context.newId) : []),
        ...(Object.keys(this.#pages).length > 0 ? pageContents(this.#pages) : []),
        ...cutShort(this.#candidate),
        ...refused,
      ],
      citations: citationsIn(this.#grounding, this.#words),
      ...defined({
        finishReason: told && finishReason(told, this.#asksTheApplication),
        usage: usageDetails(this.#usage),
      }),
    };
  }

  #grow(candidate: JsonObject): Content[] {
    this.#candidate = { ...this.#candidate, ...members(candidate) };
    this.#grounding = { ...this.#grounding, ...members(candidate.groundingMetadata) };
    this.#pages = { ...this.#pages, ...members(candidate.urlContextMetadata) };
    const parts = isJsonObject(candidate.content) ? (list(candidate.content.parts) ?? []) : [];
    return parts.flatMap((part) => this.#part(part));
  }

  #part(part: Json): Content[] {
    if (!isJsonObject(part)) throw new WireError('A part of the content is not a JSON object.');
    const whole = this.#wholeCall(part);
    if (whole === undefined) return [];
    const contents = contentsOfPart(whole, this.#context);
    this.#searched ||= isJsonObject(whole.toolCall);
    for (const content of contents) {
      if (content.type === 'text') this.#words += content.text;
      if (content.type === 'hosted-tool-call') this.#lastHostedId = content.callId;
      this.#asksTheApplication ||= content.type === 'function-call' || content.type === 'action-call';
    }
    return contents;
  }

  /** The part; `undefined` while it is a piece of a call that goes on, and the whole call once it ends. */
  #wholeCall(part: JsonObject): JsonObject | undefined {
    const { functionCall: call } = part;
    if (!isJsonObject(call)) return part;
    this.#growing ??= new GrowingCall(part, call);
    if (!this.#growing.take(call)) return undefined;
    const { whole } = this.#growing;
    this.#growing = undefined;
    return whole;
  }
}

/** Members that say something. */
function members(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null)) : {};
}

// A function call, whose arguments may come in pieces. Source: `PartialArg`, `FunctionCall.willContinue`; Vertex AI alone.

type Container = Map<string, Json | Container> & { isList?: boolean };

/** Takes the pieces of one call, the first of which says its name; most calls are one piece. */
class GrowingCall {
  readonly #part: JsonObject;
  readonly #call: JsonObject;
  readonly #root: Container = new Map();

  /** @param part the first piece, with whatever stands beside it */
  constructor(part: JsonObject, call: JsonObject) {
    this.#part = part;
    this.#call = call;
  }

  /** Takes a piece. True when the call is whole. */
  take(call: JsonObject): boolean {
    for (const piece of objects(call.partialArgs)) this.#set(piece);
    return call.willContinue !== true;
  }

  /** The part as it would have come whole. */
  get whole(): JsonObject {
    const { partialArgs: _, willContinue: __, args, ...call } = this.#call;
    const grown = plain(this.#root);
    return {
      ...this.#part,
      functionCall: { ...call, args: { ...(isJsonObject(args) ? args : {}), ...(isJsonObject(grown) ? grown : {}) } },
    };
  }

  /** A piece for a path that has a text goes on with it, and may have no more of it. */
  #set(piece: JsonObject): void {
    const steps = stepsOf(piece.jsonPath);
    const last = steps.at(-1);
    if (!last) return;
    let container = this.#root;
    for (const { name, isIndex } of steps.slice(0, -1)) {
      container.isList = isIndex;
      const before = container.get(name);
      const next: Container = before instanceof Map ? before : new Map();
      container.set(name, next);
      container = next;
    }
    container.isList = last.isIndex;
    const before = container.get(last.name);
    const value = piece.stringValue ?? piece.numberValue ?? piece.boolValue ?? null;
    container.set(last.name, typeof before === 'string' ? before + (text(value) ?? '') : value);
  }
}

/** `$.boats[0]['mate of the watch']` → `boats`, the index `0`, `mate of the watch`. */
function stepsOf(path: Json | undefined): { name: string; isIndex: boolean }[] {
  const steps = String(path).match(/\.[^.[\]]+|\[\d+\]|\['[^']*'\]/g) ?? [];
  return steps.map((step) => ({ name: step.replaceAll(/^\.|^\['?|'?\]$/g, ''), isIndex: /^\[\d/.test(step) }));
}

function plain(value: Json | Container): Json {
  if (!(value instanceof Map)) return value;
  const members = [...value].map(([name, member]) => [name, plain(member)] as const);
  return value.isList ? members.map(([, member]) => member) : Object.fromEntries(members);
}

// Parts of a candidate's content as contents of the contract. Whatever the part, nothing of it is lost.

/** What a part is read with. */
interface PartContext {
  /** Whether a call of this name acts on a screen. */
  readonly isAction: (name: string) => boolean;
  /** An id for a call that the wire gives none. */
  readonly newId: () => string;
  /** The id of the hosted call that was told last: a result without an id is its. */
  readonly lastHostedId: () => string | undefined;
}

/** Members that say something of a part, and not what it is. */
const besideData = new Set([
  ...['thought', 'thoughtSignature', 'videoMetadata', 'mediaResolution', 'mediaProcessing', 'partMetadata'],
  'speechMetadata',
]);

/** The contract's names for hosted tools. Anything else keeps its own name. */
const toolNames = new Map([
  ['GOOGLE_SEARCH_WEB', 'web-search'],
  ['GOOGLE_SEARCH_IMAGE', 'web-search'],
  ['URL_CONTEXT', 'web-fetch'],
  ['FILE_SEARCH', 'file-search'],
]);

/**
 * What the part says, and after it its signature as reasoning without words: it belongs to the part before it, and goes back
 * with it. A part without words of its own that carries a signature is that reasoning.
 *
 * @throws WireError for a call without a name
 */
function contentsOfPart(part: JsonObject, context: PartContext): Content[] {
  const words = text(part.text);
  const protectedData = text(part.thoughtSignature);
  if (part.thought === true && words !== undefined) return [thought(part, words, protectedData)];
  const names = Object.keys(part).filter((name) => !besideData.has(name) && part[name] !== null);
  const contents = names.flatMap((name) => contentOf(name, part, context));
  if (protectedData === undefined) return contents;
  return [...contents, { type: 'reasoning', text: '', protectedData, rawRepresentation: part }];
}

function thought(part: JsonObject, words: string, protectedData: string | undefined): Content {
  return defined({
    type: 'reasoning' as const,
    text: words,
    protectedData,
    rawRepresentation: protectedData === undefined ? undefined : part,
  });
}

function contentOf(name: string, part: JsonObject, context: PartContext): Content[] {
  const { [name]: value = null } = part;
  if (name === 'text') return typeof value === 'string' && value !== '' ? [textContent(part, value)] : [];
  return [isJsonObject(value) ? contentOfObject(name, value, part, context) : unknownContent(name, value, part)];
}

function contentOfObject(name: string, value: JsonObject, part: JsonObject, context: PartContext): Content {
  switch (name) {
    case 'functionCall':
      return functionCall(part, value, context);
    case 'executableCode': {
      const { id, ...code } = value;
      return hostedCall('code-interpreter', 'code_execution', code, text(id) ?? context.newId(), part);
    }
    case 'toolCall': {
      const { id, args = {} } = value;
      const type = toolTypeOf(value);
      return hostedCall(toolNames.get(type) ?? type, type, args, text(id) ?? context.newId(), part);
    }
    case 'codeExecutionResult':
      return hostedResult('code-interpreter', value, part, context, codeOutputs(value));
    case 'toolResponse': {
      const type = toolTypeOf(value);
      return hostedResult(toolNames.get(type) ?? type, value, part, context);
    }
    case 'inlineData':
      return defined({
        type: 'data' as const,
        data: text(value.data) ?? '',
        mediaType: text(value.mimeType) ?? 'application/octet-stream',
        name: text(value.displayName),
        rawRepresentation: part,
      });
    case 'fileData':
      return defined({
        type: 'uri' as const,
        uri: text(value.fileUri) ?? '',
        mediaType: text(value.mimeType),
        rawRepresentation: part,
      });
    default:
      return unknownContent(name, value, part);
  }
}

/** As the API itself calls a type that is not said. */
const toolTypeOf = ({ toolType }: JsonObject): string => text(toolType) ?? 'TOOL_TYPE_UNSPECIFIED';

function unknownContent(name: string, value: Json, part: JsonObject): Content {
  return {
    type: 'hosted-tool-result',
    tool: name,
    outputs: [{ type: 'text', text: JSON.stringify(value) }],
    rawRepresentation: part,
  };
}

/** `rawRepresentation` only where there is more than text, so that pieces and whole texts look alike. */
function textContent(part: JsonObject, words: string): Content {
  const { text: _, thoughtSignature: __, thought: ___, ...rest } = part;
  return { type: 'text', text: words, ...(Object.keys(rest).length > 0 ? { rawRepresentation: part } : {}) };
}

/** @throws WireError for a call without a name, which nobody could answer */
function functionCall(part: JsonObject, call: JsonObject, context: PartContext): Content {
  const name = text(call.name);
  if (name === undefined) throw new WireError('A part "functionCall" has no name.');
  const callId = text(call.id) ?? context.newId();
  const args = isJsonObject(call.args) ? call.args : {};
  if (context.isAction(name)) return actionCall(part, name, args, callId);
  return { type: 'function-call', callId, name, arguments: args, rawRepresentation: part };
}

function hostedCall(tool: string, name: string, args: JsonObject[string], callId: string, part: JsonObject): Content {
  return { type: 'hosted-tool-call', callId, tool, name, arguments: args, rawRepresentation: part };
}

function hostedResult(
  tool: string,
  result: JsonObject,
  part: JsonObject,
  context: PartContext,
  outputs = codeOutputs({}),
): Content {
  return defined({
    type: 'hosted-tool-result' as const,
    callId: text(result.id) ?? context.lastHostedId(),
    tool,
    outputs,
    rawRepresentation: part,
  });
}

// What a hosted tool gave, where it is plain to see. The rest stays in `rawRepresentation`.

type Output = HostedToolResultContent['outputs'][number];

/** Source: `CodeExecutionResult`: standard output where it went well, else standard error or another description. */
function codeOutputs({ outcome, output }: JsonObject): Output[] {
  const words = text(output) ?? '';
  const how = text(outcome) ?? 'OUTCOME_OK';
  if (how !== 'OUTCOME_OK') return [{ type: 'error', message: words === '' ? how : words, errorCode: how }];
  return words === '' ? [] : [{ type: 'text', text: words }];
}

/** Source: `UrlContextMetadata`. */
function pageOutputs({ urlMetadata }: JsonObject): Output[] {
  return objects(urlMetadata).map(({ retrievedUrl, urlRetrievalStatus: status }): Output => {
    const uri = text(retrievedUrl) ?? '';
    const how = text(status) ?? '';
    return how === '' || how.endsWith('_SUCCESS')
      ? { type: 'uri', uri }
      : { type: 'error', message: `${uri} was not read.`, errorCode: how };
  });
}

/** Source: `GroundingChunk`: an address, what was found in it, or both. */
function groundingOutputs({ groundingChunks }: JsonObject): Output[] {
  return objects(groundingChunks)
    .flatMap((chunk) => Object.values(chunk).filter(isJsonObject))
    .flatMap((source): Output[] => {
      const uri = text(source.uri);
      const words = text(source.text);
      if (words === undefined) return uri === undefined ? [] : [{ type: 'uri', uri }];
      return [{ type: 'text', text: words, ...(uri === undefined ? {} : { annotations: [{ url: uri }] }) }];
    });
}

// What a candidate says of searches and pages beside its content. Source: `GroundingMetadata`, `UrlContextMetadata`.

/** A citation, with the words it is about as UTF-16 offsets into the whole text of the answer. */
interface PlacedCitation {
  readonly citation: Citation;
  readonly start: number;
  readonly end: number;
}

/** A citation whose words are not in the text: it is told all the same. */
interface UnplacedCitation {
  readonly citation: Citation;
}

/** @param words the whole text of the answer */
function citationsIn(metadata: JsonObject, words: string): (PlacedCitation | UnplacedCitation)[] {
  const chunks = list(metadata.groundingChunks) ?? [];
  return objects(metadata.groundingSupports).flatMap((support) => {
    const place = isJsonObject(support.segment) ? placeOf(support.segment, words) : undefined;
    return (list(support.groundingChunkIndices) ?? []).flatMap((index) => {
      const chunk = chunks[count(index) ?? -1];
      return isJsonObject(chunk) ? [{ citation: citation(chunk), ...place }] : [];
    });
  });
}

/** Citations whose words cannot be shown, in a piece of their own: one with a raw representation is never joined with words. */
export function unplaced(citations: readonly UnplacedCitation[]): Content[] {
  const annotations = citations.map(({ citation }) => citation);
  if (annotations.length === 0) return [];
  const rawRepresentation = annotations.map((annotation) => annotation.rawRepresentation ?? null);
  return [{ type: 'text', text: '', annotations, rawRepresentation }];
}

/** A chunk holds one member, named after the kind of its source; what has no title is found in its store. */
function citation(chunk: JsonObject): Citation {
  const source = Object.values(chunk).find(isJsonObject) ?? {};
  const url = nonEmptyText(source.uri) ?? nonEmptyText(source.sourceUri);
  return defined({
    url,
    title: nonEmptyText(source.title) ?? nonEmptyText(source.fileSearchStore),
    fileId: nonEmptyText(source.documentName),
    snippet: text(source.text),
    rawRepresentation: chunk,
  });
}

/**
 * The API counts bytes of UTF-8, and leaves a start of zero unsaid. It says the words as well; where they are not there, which
 * happens, the nearest place where they are is meant.
 */
function placeOf(segment: JsonObject, words: string): { start: number; end: number } | undefined {
  const bytes = Buffer.from(words);
  const from = count(segment.startIndex) ?? 0;
  const start = bytes.subarray(0, from).toString().length;
  const said = text(segment.text);
  if (said === undefined) {
    const to = count(segment.endIndex);
    return to === undefined ? undefined : { start, end: bytes.subarray(0, to).toString().length };
  }
  const found = [words.lastIndexOf(said, start), words.indexOf(said, start)]
    .filter((place) => place >= 0)
    .sort((a, b) => Math.abs(a - start) - Math.abs(b - start))[0];
  return found === undefined ? undefined : { start: found, end: found + said.length };
}

const queryMembers = [
  ['webSearchQueries', 'web-search', 'google_search'],
  ['imageSearchQueries', 'web-search', 'google_search'],
  ['retrievalQueries', 'search-and-retrieval', 'retrieval'],
] as const;

/**
 * What was searched for as calls, and the metadata whole as their result.
 *
 * @param searched true where the content itself tells of the searches, as parts
 */
function groundingContents(metadata: JsonObject, searched: boolean, newId: () => string): Content[] {
  const asked = queryMembers.filter(([member]) => (list(metadata[member]) ?? []).length > 0);
  const rawRepresentation = { groundingMetadata: metadata };
  const calls = (searched ? [] : asked).map(([member, tool, name]) => ({
    type: 'hosted-tool-call' as const,
    callId: newId(),
    tool,
    name,
    arguments: { queries: metadata[member] ?? null },
    rawRepresentation,
  }));
  const result: Content = defined({
    type: 'hosted-tool-result' as const,
    callId: calls[0]?.callId,
    tool: asked[0]?.[1] ?? 'search-and-retrieval',
    outputs: groundingOutputs(metadata),
    rawRepresentation,
  });
  return [...calls, result];
}

function pageContents(metadata: JsonObject): Content[] {
  return [
    {
      type: 'hosted-tool-result',
      tool: 'web-fetch',
      outputs: pageOutputs(metadata),
      rawRepresentation: { urlContextMetadata: metadata },
    },
  ];
}

/** True for contents that were told beside the message: no request has a place for them. */
export function isBeside(raw: Json | undefined): boolean {
  return isJsonObject(raw) && (isJsonObject(raw.groundingMetadata) || isJsonObject(raw.urlContextMetadata));
}

const nonEmptyText = (value: Json | undefined): string | undefined => text(value) || undefined;

// How an answer ended and what it cost, in the words of the contract. Pure.

const finishReasons = new Map([
  ['STOP', 'stop'],
  ['MAX_TOKENS', 'length'],
  ['SAFETY', 'content_filter'],
  ['RECITATION', 'content_filter'],
  ['BLOCKLIST', 'content_filter'],
  ['PROHIBITED_CONTENT', 'content_filter'],
  ['SPII', 'content_filter'],
  ['IMAGE_SAFETY', 'content_filter'],
  ['IMAGE_PROHIBITED_CONTENT', 'content_filter'],
  ['IMAGE_RECITATION', 'content_filter'],
]);

/** A call ends with STOP like any answer. What none of the contract's words says stays as the provider writes it. */
function finishReason(reason: string, asksTheApplication: boolean): string {
  return reason === 'STOP' && asksTheApplication ? 'tool_calls' : (finishReasons.get(reason) ?? reason);
}

const needsNoWords = new Set(['STOP', 'MAX_TOKENS']);

/** Why an answer ended before its time, where the API says so. */
function cutShort(candidate: JsonObject): Content[] {
  const reason = wording(candidate.finishReason) ?? 'STOP';
  if (needsNoWords.has(reason)) return [];
  const message = wording(candidate.finishMessage) ?? `The answer ended with ${reason}.`;
  return [{ type: 'error', message, errorCode: reason, rawRepresentation: candidate }];
}

/** Why there is no answer at all. */
function blocked(feedback: Json | undefined): Content[] {
  if (!isJsonObject(feedback)) return [];
  const reason = wording(feedback.blockReason);
  if (reason === undefined) return [];
  const message = wording(feedback.blockReasonMessage) ?? `The prompt was blocked: ${reason}.`;
  return [{ type: 'error', message, errorCode: reason, rawRepresentation: feedback }];
}

/** What tools gave the model is input, and thoughts are output. A count of zero stays unsaid on the wire. */
function usageDetails(usage: JsonObject): UsageDetails | undefined {
  const prompt = count(usage.promptTokenCount);
  const candidates = count(usage.candidatesTokenCount);
  if (prompt === undefined && candidates === undefined) return undefined;
  const thoughts = count(usage.thoughtsTokenCount);
  return defined({
    inputTokens: (prompt ?? 0) + (count(usage.toolUsePromptTokenCount) ?? 0),
    outputTokens: (candidates ?? 0) + (thoughts ?? 0),
    cachedInputTokens: count(usage.cachedContentTokenCount),
    reasoningTokens: thoughts,
  });
}
