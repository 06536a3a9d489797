/** From the body of an interaction, or the events of its stream, to the contract. Pure. */
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import {
  type ChatResponse,
  type ChatResponseUpdate,
  type Citation,
  type Content,
  foldUpdates,
  type HostedToolResultContent,
  type UsageDetails,
  WireError,
} from '../../../spec/contract/index.ts';
import { providerError } from '../shared/google.ts';
import {
  count,
  defined,
  list,
  nonEmpty,
  objects,
  parsedObject,
  required,
  text,
  typed,
  wording,
} from '../shared/json.ts';
import { type Request, summaryOf } from './request.ts';

type Kept = Pick<Request, 'isKept'>;

/**
 * @throws WireError when it is no interaction
 * @throws ProviderError when it failed, or is an error that came with a status of success
 */
export function responseFromBody(body: Json | undefined, { isKept }: Kept): ChatResponse {
  if (!isJsonObject(body)) throw new WireError('The response of Google is not a JSON object.');
  const ended = ending(body, isKept);
  const told = new TextRun();
  const contents = (list(body.steps) ?? []).flatMap((step) => contentsOf(step, told));
  const [message] = foldUpdates([{ contents }]).messages;
  return defined({
    messages: message ? [{ role: 'assistant' as const, contents: message.contents }] : [],
    ...ended,
    warnings: [],
    rawRepresentation: body,
  });
}

type Ending = Pick<ChatResponse, 'responseId' | 'conversationId' | 'modelId' | 'finishReason' | 'usage'>;

/** @throws ProviderError where it failed; WireError where it has no status, and so is none */
function ending(interaction: JsonObject, isKept: boolean): Ending {
  const { status, error, errors } = interaction;
  if (isJsonObject(error)) throw providerError({ error });
  if (status === 'failed') throw providerError({ error: objects(errors)[0] ?? {} });
  return {
    ...identity(interaction, isKept),
    ...defined({
      finishReason: finishReasons.get(required(interaction, 'status', 'The interaction')) ?? text(status),
      usage: usageDetails(interaction.usage),
    }),
  };
}

/** What is not kept has no id, or an empty one in a stream. */
const identity = ({ id, model }: JsonObject, isKept: boolean): Ending =>
  defined({
    responseId: wording(id),
    conversationId: isKept ? wording(id) : undefined,
    modelId: wording(model),
  });

/** Others stay as they are. Source: `InteractionStatus`. */
const finishReasons = new Map([
  ['completed', 'stop'],
  ['requires_action', 'tool_calls'],
  ['incomplete', 'length'],
  ['budget_exceeded', 'length'],
]);

/** Thoughts are counted beside the output, and what tools gave beside the input. */
function usageDetails(usage: Json | undefined): UsageDetails | undefined {
  if (!isJsonObject(usage)) return undefined;
  const [input, output] = [count(usage.total_input_tokens), count(usage.total_output_tokens)];
  if (input === undefined && output === undefined) return undefined;
  const thoughts = count(usage.total_thought_tokens);
  return defined({
    inputTokens: (input ?? 0) + (count(usage.total_tool_use_tokens) ?? 0),
    outputTokens: (output ?? 0) + (thoughts ?? 0),
    cachedInputTokens: count(usage.total_cached_tokens),
    reasoningTokens: thoughts,
  });
}

/** How long the text is that was told last, and that the next is joined with: the indexes of citations begin there. */
class TextRun {
  length = 0;

  /** Puts aside what does not join. */
  other(...contents: Content[]): Content[] {
    if (contents.length > 0) this.length = 0;
    return contents;
  }

  text(words: string): Content[] {
    this.length += words.length;
    return words === '' ? [] : [{ type: 'text', text: words }];
  }

  /** @param from where the text that they are about begins in the run */
  annotations(annotations: Json | undefined, words: string, from: number): Content[] {
    const citations = objects(annotations).map((annotation) => citation(annotation, words, from));
    return citations.length === 0 ? [] : [{ type: 'text', text: '', annotations: citations }];
  }
}

/** Indexes count bytes of UTF-8. Source: `URLCitation.start_index`; a start of zero may stay unsaid. */
function citation(annotation: JsonObject, words: string, from: number): Citation {
  const bytes = Buffer.from(words);
  const offset = (index: number) => from + bytes.subarray(0, index).toString().length;
  const end = count(annotation.end_index);
  // A document of a store has a name there, and no address.
  const document = wording(annotation.document_uri);
  return defined({
    url: wording(annotation.url) ?? (document && URL.canParse(document) ? document : undefined),
    title: wording(annotation.title) ?? wording(annotation.file_name) ?? wording(annotation.name),
    fileId: document && URL.canParse(document) ? undefined : (document ?? wording(annotation.media_id)),
    snippet: wording(annotation.source),
    startIndex: end === undefined ? undefined : offset(count(annotation.start_index) ?? 0),
    endIndex: end === undefined ? undefined : offset(end),
    rawRepresentation: annotation,
  });
}

// Steps as contents. Whatever the step, nothing of it is lost. Source: `Step`.

/** The contract's names for tools that Google runs. Others keep their own. */
const toolNames = new Map([
  ['code_execution', 'code-interpreter'],
  ['google_search', 'web-search'],
  ['url_context', 'web-fetch'],
  ['file_search', 'file-search'],
  ['mcp_server_tool', 'mcp-server'],
]);

/** Input that is told once more. */
const ofTheCaller = new Set(['user_input', 'function_result']);

/** @throws WireError for what is no step, or a call that nobody could answer */
function contentsOf(step: Json, run: TextRun): Content[] {
  if (!isJsonObject(step) || typeof step.type !== 'string')
    throw new WireError('A step of Google is not a JSON object with a type.');
  const { type } = step;
  if (ofTheCaller.has(type)) return [];
  switch (type) {
    case 'model_output':
      return objects(step.content).flatMap((part) => contentsOfPart(part, run));
    case 'thought':
      return run.other(...thought(step, summaryOf(step)));
    case 'function_call':
      return run.other(functionCall(step));
  }
  const [, tool = type, half] = /^(.+)_(call|result)$/.exec(type) ?? [];
  return run.other(half === 'call' ? hostedCall(step, tool) : hostedResult(step, half ? tool : type));
}

function contentsOfPart(part: JsonObject, run: TextRun): Content[] {
  if (part.type !== 'text') return run.other(mediaContent(part));
  const words = text(part.text) ?? '';
  const from = run.length;
  return [...run.text(words), ...run.annotations(part.annotations, words, from)];
}

function mediaContent(part: JsonObject): Content {
  const [data, uri, mediaType] = [text(part.data), text(part.uri), text(part.mime_type)];
  if (data !== undefined)
    return { type: 'data', data, mediaType: mediaType ?? 'application/octet-stream', rawRepresentation: part };
  if (uri !== undefined) return defined({ type: 'uri' as const, uri, mediaType, rawRepresentation: part });
  return { type: 'hosted-tool-result', tool: text(part.type) ?? 'unknown', outputs: [], rawRepresentation: part };
}

function thought(step: JsonObject, words: string): Content[] {
  const protectedData = wording(step.signature);
  if (words === '' && protectedData === undefined) return [];
  return [defined({ type: 'reasoning' as const, text: words, protectedData, rawRepresentation: step })];
}

function functionCall(step: JsonObject): Content {
  const callId = required(step, 'id', typed('A step', step));
  const name = required(step, 'name', typed('A step', step));
  const { arguments: said = {} } = step;
  const parsed = typeof said === 'string' ? parsedObject(said) : isJsonObject(said) ? said : undefined;
  return parsed
    ? { type: 'function-call', callId, name, arguments: parsed, rawRepresentation: step }
    : { type: 'function-call', callId, name, argumentsText: String(said), rawRepresentation: step };
}

function hostedCall(step: JsonObject, tool: string): Content {
  return defined({
    type: 'hosted-tool-call' as const,
    callId: text(step.id) ?? tool,
    tool: toolNames.get(tool) ?? tool,
    name: text(step.name) ?? tool,
    serverName: text(step.server_name),
    arguments: step.arguments,
    rawRepresentation: step,
  });
}

function hostedResult(step: JsonObject, tool: string): Content {
  return defined({
    type: 'hosted-tool-result' as const,
    callId: text(step.call_id),
    tool: toolNames.get(tool) ?? tool,
    outputs: outputsOf(step),
    rawRepresentation: step,
  });
}

type Output = HostedToolResultContent['outputs'][number];

/** What is plain to see; the rest stays in `rawRepresentation`. */
function outputsOf({ result = null, is_error: failed }: JsonObject): Output[] {
  const told = (Array.isArray(result) ? result : [result]).flatMap(outputOf);
  if (failed !== true || told.some(({ type }) => type === 'error')) return told;
  const words = told.flatMap((output) => (output.type === 'text' ? output.text : [])).join('\n');
  const others = told.filter(({ type }) => type !== 'text');
  return [{ type: 'error', message: words || 'The tool failed without a message.' }, ...others];
}

function outputOf(part: Json): Output[] {
  if (typeof part === 'string') return part === '' ? [] : [{ type: 'text', text: part }];
  if (!isJsonObject(part)) return [];
  const [words, url, status] = [wording(part.text), wording(part.url), wording(part.status) ?? 'success'];
  if (words !== undefined) return [{ type: 'text', text: words }];
  if (url === undefined) {
    const media = mediaContent(part);
    return media.type === 'data' || media.type === 'uri' ? [media] : [];
  }
  return [
    status === 'success'
      ? { type: 'uri', uri: url }
      : { type: 'error', message: `${url} was not read.`, errorCode: status },
  ];
}

// A stream. Source: `InteractionSSEEvent`.

/**
 * @throws WireError when the stream is not what the API promises, above all when it ends before the interaction is over
 * @throws ProviderError for an error inside the stream
 */
export async function* updatesFromEvents(
  events: AsyncIterable<Json>,
  { isKept }: Kept,
): AsyncGenerator<ChatResponseUpdate> {
  const steps = new Map<Json | undefined, GrowingStep>();
  const run = new TextRun();
  let isOver = false;
  for await (const event of events) {
    if (!isJsonObject(event)) throw new WireError('An event of the stream is not a JSON object.');
    const update = (contents: Content[], rest: Ending = {}): ChatResponseUpdate => ({
      role: 'assistant',
      contents,
      ...rest,
      rawRepresentation: event,
    });
    const { event_type: type, index } = event;
    const interaction = isJsonObject(event.interaction) ? event.interaction : {};
    switch (type) {
      case 'error':
        throw providerError(event);
      case 'interaction.created':
        yield update([], identity(interaction, isKept));
        break;
      case 'step.start': {
        const step = new GrowingStep(isJsonObject(event.step) ? event.step : {}, run);
        steps.set(index, step);
        yield update(step.begin());
        break;
      }
      case 'step.delta': {
        const step = steps.get(index) ?? new GrowingStep({ type: 'model_output' }, run);
        steps.set(index, step);
        yield update(step.take(isJsonObject(event.delta) ? event.delta : {}));
        break;
      }
      case 'step.stop':
        yield update(steps.get(index)?.end() ?? []);
        break;
      case 'interaction.completed': {
        isOver = true;
        const open = [...steps.values()].flatMap((step) => step.end());
        const whole = steps.size > 0 ? [] : (list(interaction.steps) ?? []).flatMap((step) => contentsOf(step, run));
        yield update([...open, ...whole], ending(interaction, isKept));
        break;
      }
      default:
        yield update([]);
    }
  }
  if (!isOver) throw new WireError('The stream of Google ended before its interaction was over.');
}

/** One step while it grows: words are told as they come, everything else once it is whole. */
class GrowingStep {
  readonly #run: TextRun;
  #step: JsonObject;
  #words = '';
  #arguments = '';
  #isOver = false;

  constructor(step: JsonObject, run: TextRun) {
    this.#step = step;
    this.#run = run;
  }

  begin(): Content[] {
    return this.#isMessage ? contentsOf(this.#step, this.#run) : [];
  }

  get #isMessage(): boolean {
    return this.#step.type === 'model_output';
  }

  take(delta: JsonObject): Content[] {
    const { type, ...members } = delta;
    switch (type) {
      case 'text': {
        const words = text(delta.text) ?? '';
        this.#words += words;
        return this.#run.text(words);
      }
      case 'text_annotation_delta': {
        // Where something else was told in between, the words stand elsewhere.
        const from = this.#run.length - this.#words.length;
        return from < 0
          ? this.#run.other(...unplaced(delta.annotations))
          : this.#run.annotations(delta.annotations, this.#words, from);
      }
      case 'arguments_delta':
        this.#arguments += text(delta.arguments) ?? '';
        return [];
      case 'thought_signature':
        this.#step = { ...this.#step, signature: (text(this.#step.signature) ?? '') + (text(delta.signature) ?? '') };
        return [];
      case 'thought_summary':
        return this.#summarized(delta.content ?? null);
    }
    if (this.#isMessage) return this.#run.other(mediaContent(delta));
    this.#step = { ...this.#step, ...members };
    return [];
  }

  #summarized(part: Json): Content[] {
    if (!isJsonObject(part)) return [];
    this.#step = { ...this.#step, summary: [...(list(this.#step.summary) ?? []), part] };
    const words = text(part.text) ?? '';
    return words === '' ? [] : this.#run.other({ type: 'reasoning', text: words });
  }

  end(): Content[] {
    if (this.#isOver || this.#isMessage) return [];
    this.#isOver = true;
    // The words of a thought are told already, and are joined with its signature.
    if (this.#step.type === 'thought') return this.#run.other(...thought(this.#step, ''));
    const said = wording(this.#arguments);
    return contentsOf(
      said === undefined ? this.#step : { ...this.#step, arguments: parsedObject(said) ?? said },
      this.#run,
    );
  }
}

/** In a piece of their own: one with a raw representation is never joined with words. */
function unplaced(annotations: Json | undefined): Content[] {
  const cited = objects(annotations).map((each) => {
    const { startIndex: _, endIndex: __, ...citing } = citation(each, '', 0);
    return citing;
  });
  return nonEmpty(cited)
    ? [{ type: 'text', text: '', annotations: cited, rawRepresentation: annotations ?? null }]
    : [];
}
