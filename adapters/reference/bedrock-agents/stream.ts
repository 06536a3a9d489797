/** From the events of an answer to updates. Pure: it reads any iterable of events. */
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  addUsage,
  type ChatResponseUpdate,
  type Citation,
  type Content,
  type HostedToolResultContent,
  type UsageDetails,
  WireError,
} from '../../../spec/contract/index.ts';
import { utf16Offset } from '../shared/contents.ts';
import { count, defined, list, objects, text, wording } from '../shared/json.ts';
import { argumentsOf, ownGroups } from './tools.ts';

/** What was asked, as far as the answer is read by it. */
interface Asked {
  /** Whether computer use was declared. */
  readonly screen: boolean;
}

/** Puts the events of one answer together: `{ chunk }`, `{ trace }`, `{ returnControl }`, `{ files }`. */
export class StreamReader {
  readonly #asked: Asked;
  readonly #traces = new TraceReader();
  /** Pieces may be cut within a character. */
  readonly #decoder = new TextDecoder();
  /** The text since the last content of another kind: offsets of citations point into it. */
  #run = '';
  #usage: UsageDetails | undefined;
  #finish: 'stop' | 'tool_calls' | undefined;

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  /** @throws WireError for an event that is not what the API promises */
  read(event: unknown): ChatResponseUpdate[] {
    if (!isJsonObject(event)) throw new WireError('An event of the stream is not a JSON object.');
    return Object.entries(event).map(([type, payload]) => {
      if (!isJsonObject(payload)) throw new WireError(`The event "${type}" is not a JSON object.`);
      return { role: 'assistant', contents: this.#contents(type, payload), rawRepresentation: event };
    });
  }

  /** @throws WireError when nothing in the stream was an answer: it has no event of its own for its end */
  end(): ChatResponseUpdate {
    if (!this.#finish) throw new WireError('The stream of Amazon Bedrock Agents ended before there was an answer.');
    return {
      role: 'assistant',
      contents: this.#words(this.#decoder.decode()),
      finishReason: this.#finish,
      ...(this.#usage ? { usage: this.#usage } : {}),
    };
  }

  #contents(type: string, payload: JsonObject): Content[] {
    switch (type) {
      case 'chunk':
        this.#finish ??= 'stop';
        return this.#chunk(payload);
      case 'returnControl':
        this.#finish = 'tool_calls';
        return this.#others(contentsOfReturnControl(payload, this.#asked.screen));
      case 'files':
        return this.#others((list(payload.files) ?? []).map(fileContent));
      case 'trace': {
        const { contents, usage } = this.#traces.read(payload);
        if (usage) this.#usage = addUsage(this.#usage, usage);
        return this.#others(contents);
      }
      default:
        // Not known, so passed on as it is.
        return [];
    }
  }

  #chunk({ bytes, attribution }: JsonObject): Content[] {
    const words = this.#words(this.#decoder.decode(Buffer.from(text(bytes) ?? '', 'base64'), { stream: true }));
    const annotations = citationsOf(attribution, this.#run);
    return annotations.length > 0 ? [...words, { type: 'text', text: '', annotations }] : words;
  }

  #words(words: string): Content[] {
    this.#run += words;
    return words === '' ? [] : [{ type: 'text', text: words }];
  }

  #others(contents: Content[]): Content[] {
    if (contents.length > 0) this.#run = '';
    return contents;
  }
}

/** Source: `OutputFile`. */
function fileContent(file: Json): Content {
  const { name, type, bytes } = isJsonObject(file) ? file : {};
  const data = text(bytes);
  if (data === undefined) throw new WireError('A file of the answer has no bytes.');
  return {
    type: 'data',
    data,
    mediaType: text(type) ?? 'application/octet-stream',
    ...(typeof name === 'string' ? { name } : {}),
  };
}

// Traces: what the agent does by itself, which is told nowhere else.

type Output = HostedToolResultContent['outputs'][number];

/** What one trace says. */
interface TraceReading {
  readonly contents: Content[];
  readonly usage?: UsageDetails | undefined;
}

/** The contract's names for what an agent can do by itself, by the stem of the API's names; others keep their own. */
const toolNames = new Map([
  ['codeInterpreterInvocation', 'code-interpreter'],
  ['knowledgeBaseLookup', 'knowledge-bases'],
  ['actionGroupInvocation', 'stateful-function'],
]);

const toolName = (stem: string) => toolNames.get(stem) ?? stem;

/** Reads the traces of one answer, in order: a result of a Lambda function is known by its call. */
class TraceReader {
  /** Steps in which the provider called an action group by itself. */
  readonly #hosted = new Set<string>();

  /** @param event the payload of a `trace` event: `{ sessionId, trace: { <kind>: { … } }, … }` */
  read(event: JsonObject): TraceReading {
    const kinds = isJsonObject(event.trace) ? Object.entries(event.trace) : [];
    const readings = kinds.flatMap(([kind, step]) => (isJsonObject(step) ? this.#step(kind, step) : []));
    return {
      contents: readings.flatMap(({ contents }) => contents),
      usage: readings.find(({ usage }) => usage)?.usage,
    };
  }

  #step(kind: string, step: JsonObject): TraceReading {
    if (kind === 'failureTrace') return { contents: [failure(step)] };
    const output = step.modelInvocationOutput;
    return {
      contents: [
        ...(isJsonObject(output) ? reasoning(output) : []),
        ...(isJsonObject(step.rationale) ? rationale(step.rationale) : []),
        ...(isJsonObject(step.invocationInput) ? this.#calls(step.invocationInput) : []),
        ...(isJsonObject(step.observation) ? this.#results(step.observation) : []),
      ],
      usage: isJsonObject(output) && isJsonObject(output.metadata) ? usageOf(output.metadata.usage) : undefined,
    };
  }

  #calls(input: JsonObject): Content[] {
    const traceId = text(input.traceId) ?? '';
    return members(input, 'Input').flatMap(([stem, call]): Content[] => {
      // Control returns: an event of its own says so.
      if (call.executionType === 'RETURN_CONTROL') return [];
      this.#hosted.add(traceId);
      const isAction = stem === 'actionGroupInvocation';
      return [
        {
          type: 'hosted-tool-call',
          callId: traceId,
          tool: toolName(stem),
          ...(isAction ? { name: invocationName(stem, { ...call, actionGroup: call.actionGroupName ?? null }) } : {}),
          arguments: isAction ? invocationArguments(call) : call,
          rawRepresentation: input,
        },
      ];
    });
  }

  #results(observation: JsonObject): Content[] {
    const traceId = text(observation.traceId);
    return members(observation, 'Output').flatMap(([stem, result]): Content[] => {
      // What the application itself gave is told again: it is no news.
      if (stem === 'actionGroupInvocation' && !this.#hosted.has(traceId ?? '')) return [];
      return [
        defined({
          type: 'hosted-tool-result' as const,
          callId: traceId,
          tool: toolName(stem),
          outputs: outputsOf(result),
          rawRepresentation: observation,
        }),
      ];
    });
  }
}

/** The members of a call or a result that are objects called `<stem>Input` or `<stem>Output`, by stem. */
const members = (object: JsonObject, ending: 'Input' | 'Output'): [stem: string, value: JsonObject][] =>
  Object.entries(object).flatMap(([name, value]) =>
    name.endsWith(ending) && isJsonObject(value) ? [[name.slice(0, -ending.length), value]] : [],
  );

function rationale(step: JsonObject): Content[] {
  const words = text(step.text) ?? '';
  return words === '' ? [] : [{ type: 'reasoning', text: words, rawRepresentation: step }];
}

/** Source: `ReasoningContentBlock`. */
function reasoning({ reasoningContent: block }: JsonObject): Content[] {
  if (!isJsonObject(block)) return [];
  const { reasoningText, redactedContent } = block;
  const words = isJsonObject(reasoningText) ? reasoningText : {};
  return [
    defined({
      type: 'reasoning' as const,
      text: text(words.text) ?? '',
      protectedData: text(words.signature) ?? text(redactedContent),
      rawRepresentation: block,
    }),
  ];
}

function failure(step: JsonObject): Content {
  return defined({
    type: 'error' as const,
    message: wording(step.failureReason) ?? 'The agent failed without a reason.',
    errorCode: typeof step.failureCode === 'number' ? String(step.failureCode) : undefined,
    rawRepresentation: step,
  });
}

function usageOf(usage: Json | undefined): UsageDetails | undefined {
  if (!isJsonObject(usage)) return undefined;
  return defined({ inputTokens: count(usage.inputTokens), outputTokens: count(usage.outputTokens) });
}

/** What is plain to see of a result; the rest stays in `rawRepresentation`. */
function outputsOf(result: JsonObject): Output[] {
  const { executionOutput, executionError, executionTimeout, output } = result;
  return [
    ...words(executionOutput),
    ...words(result.text),
    ...words(isJsonObject(output) ? output.text : undefined),
    ...(typeof executionError === 'string' && executionError !== ''
      ? [{ type: 'error' as const, message: executionError }]
      : []),
    ...(executionTimeout === true ? [{ type: 'error' as const, message: 'The code ran too long.' }] : []),
    ...objects(result.retrievedReferences).flatMap(referenceOutput),
  ];
}

const words = (value: Json | undefined): Output[] =>
  typeof value === 'string' && value !== '' ? [{ type: 'text', text: value }] : [];

/** The words that were found, with where they stand. */
function referenceOutput(reference: JsonObject): Output[] {
  const found = isJsonObject(reference.content) ? text(reference.content.text) : undefined;
  return [{ type: 'text', text: found ?? '', annotations: [targetOf(reference)], rawRepresentation: reference }];
}

// Where an answer has its knowledge from: `chunk.attribution`.

/**
 * One citation per reference. A part of the answer that rests on nothing has no references, and so gives none.
 *
 * @param run the text of the answer so far, into which the offsets point
 */
function citationsOf(attribution: Json | undefined, run: string): Citation[] {
  const citations = isJsonObject(attribution) ? objects(attribution.citations) : [];
  return citations.flatMap(({ generatedResponsePart, retrievedReferences }) => {
    const span = spanOf(generatedResponsePart, run);
    return objects(retrievedReferences).map((reference) => ({
      ...targetOf(reference),
      ...span,
      rawRepresentation: defined({ generatedResponsePart, retrievedReferences: [reference] }),
    }));
  });
}

/**
 * The source of a reference: its URL, or whatever else names it, and its words. Each kind of location is an object of its own, which has one
 * of these members; a kind that is not known here will have one too. Source: `RetrievalResultLocation`.
 */
function targetOf(reference: JsonObject): Citation {
  const { location, content, metadata } = reference;
  const places = isJsonObject(location) ? Object.values(location).filter(isJsonObject) : [];
  const first = (...names: string[]) => names.flatMap((name) => places.flatMap((place) => text(place[name]) ?? []))[0];
  const url = first('url', 'uri');
  const fileId = url === undefined ? (first('id', 'query') ?? sourceUri(metadata)) : undefined;
  return defined({ url, fileId, snippet: isJsonObject(content) ? text(content.text) : undefined });
}

/** Bedrock writes down where a chunk came from in its metadata too. */
const sourceUri = (metadata: Json | undefined): string | undefined =>
  isJsonObject(metadata) ? text(metadata['x-amz-bedrock-kb-source-uri']) : undefined;

/**
 * Where in the answer the cited words stand. The API quotes them, and its offsets say which of several places is meant: from the
 * first character to the last, which is one less than where the contract ends.
 */
function spanOf(part: Json | undefined, run: string): Pick<Citation, 'startIndex' | 'endIndex'> {
  const textPart = isJsonObject(part) ? part.textResponsePart : undefined;
  if (!isJsonObject(textPart)) return {};
  const { span } = textPart;
  const start = isJsonObject(span) ? count(span.start) : undefined;
  const last = isJsonObject(span) ? count(span.end) : undefined;
  const from = start === undefined ? undefined : utf16Offset(run, start);
  const quoted = text(textPart.text);
  if (quoted !== undefined) {
    const at = nearest(run, quoted, from ?? 0);
    return at === undefined ? {} : { startIndex: at, endIndex: at + quoted.length };
  }
  return from === undefined || last === undefined ? {} : { startIndex: from, endIndex: utf16Offset(run, last + 1) };
}

/** Where the words begin that stand nearest to the place. */
function nearest(run: string, words: string, place: number): number | undefined {
  const before = run.lastIndexOf(words, place);
  const after = run.indexOf(words, place);
  if (before < 0 || after < 0) return before < 0 && after < 0 ? undefined : Math.max(before, after);
  return place - before <= after - place ? before : after;
}

// Control that returns to the application: calls of functions and of APIs, actions on a screen, questions for leave.

/**
 * The contents of a `returnControl` event.
 *
 * The API has one id for all invocations of the event, so a call's id is that one and, where there are several, its number. What
 * links a result with its call (id, action group, function) travels in `rawRepresentation`.
 *
 * @param screen whether computer use is declared, so that the group of that name is it
 */
export function contentsOfReturnControl(payload: JsonObject, screen: boolean): Content[] {
  const invocationId = text(payload.invocationId);
  const inputs = list(payload.invocationInputs);
  if (invocationId === undefined || !inputs) throw new WireError('The event "returnControl" names no invocations.');
  return inputs.map((input, i) => {
    if (!isJsonObject(input)) throw new WireError('An invocation of "returnControl" is not a JSON object.');
    const callId = inputs.length === 1 ? invocationId : `${invocationId}#${i + 1}`;
    return contentOf(input, { invocationId, ...input }, callId, screen);
  });
}

function contentOf(input: JsonObject, raw: JsonObject, callId: string, screen: boolean): Content {
  const [[member, invocation] = []] = Object.entries(input);
  if (!isJsonObject(invocation)) throw new WireError('An invocation of "returnControl" says nothing.');
  const name = invocationName(member, invocation);
  const parsed = invocationArguments(invocation);
  if (invocation.actionInvocationType === 'USER_CONFIRMATION') {
    const asked = { tool: name, name, arguments: parsed };
    return { type: 'approval-request', requestId: callId, ...asked, rawRepresentation: raw };
  }
  if (screen && invocation.actionGroup === ownGroups.computer && typeof parsed.action === 'string') {
    const { action, ...members } = parsed;
    return {
      type: 'action-call',
      callId,
      tool: 'computer-use',
      actions: [{ type: action, ...members }],
      rawRepresentation: raw,
    };
  }
  return { type: 'function-call', callId, name, arguments: parsed, rawRepresentation: raw };
}

/** A function by its name, an API by method and path. */
function invocationName(member: string | undefined, invocation: JsonObject): string {
  const { function: name, httpMethod, apiPath, verb } = invocation;
  if (typeof name === 'string') return name;
  const method = text(httpMethod) ?? text(verb);
  if (typeof apiPath === 'string') return [method?.toUpperCase(), apiPath].filter(Boolean).join(' ');
  return text(invocation.actionGroup) ?? member ?? 'unknown';
}

/** Parameters, and beside them the members of a request's `body`. */
function invocationArguments({ parameters, requestBody }: JsonObject): JsonObject {
  const body = bodyOf(requestBody);
  return { ...argumentsOf(parameters), ...(body ? { body } : {}) };
}

/** Of what media type it is, is the specification's business. In `returnControl` the members stand one level deeper. */
function bodyOf(requestBody: Json | undefined): JsonObject | undefined {
  const content = isJsonObject(requestBody) ? requestBody.content : undefined;
  const [first] = isJsonObject(content) ? Object.values(content) : [];
  if (first === undefined) return undefined;
  return argumentsOf(isJsonObject(first) ? first.properties : first);
}
