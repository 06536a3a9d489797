/** From the events of a run's stream to updates. Pure: it reads any iterable of events. Source: `AssistantStreamEvent`. */
import { isJsonObject, type Json, type JsonObject } from '../../../../lib/canonical-json.ts';
import { type ChatResponseUpdate, type Citation, type Content, WireError } from '../../../../spec/contract/index.ts';
import type { Errors } from '../errors.ts';
import { defined, list, nonEmpty, text } from '../json.ts';
import {
  attachedFiles,
  citations,
  contentOfPart,
  demandSuccess,
  ending,
  hostedContents,
  identity,
  isPending,
  runOf,
  textOfPart,
  waitingCalls,
} from './response.ts';

/**
 * @param told ids of messages and tool calls that earlier calls told
 * @throws WireError when the stream is not what the API promises, above all when it ends before its run is settled
 * @throws ProviderError for a run that failed or expired, and for an error in the stream
 */
export async function* updatesFromEvents(
  events: AsyncIterable<unknown>,
  told: ReadonlySet<string | undefined>,
  errors: Errors,
): AsyncGenerator<ChatResponseUpdate> {
  const reader = new StreamReader(told, errors);
  for await (const event of events) yield* reader.read(event);
  reader.end();
}

class StreamReader {
  readonly #told: ReadonlySet<string | undefined>;
  readonly #errors: Errors;
  readonly #messages = new Map<string, GrowingMessage>();
  #over = false;
  #refused = false;

  constructor(told: ReadonlySet<string | undefined>, errors: Errors) {
    this.#told = told;
    this.#errors = errors;
  }

  read(event: unknown): ChatResponseUpdate[] {
    if (!isJsonObject(event) || typeof event.event !== 'string' || !isJsonObject(event.data)) {
      throw new WireError('An event of the stream has no name, or its data are not a JSON object.');
    }
    const { event: name, data } = event;
    if (name === 'error') throw this.#errors.providerError(data.error ?? data);
    const [, kind, phase = ''] = /^thread\.(message|run)\.(\w+)$/.exec(name) ?? [];
    if (kind === 'run') return this.#run(data, event);
    if (kind === 'message') return this.#message(data, phase, event);
    // Steps; what is none of them says nothing of tools.
    return [update(hostedContents(data, this.#told), event)];
  }

  end(): void {
    if (!this.#over) throw new WireError(`The stream of ${this.#errors.provider} ended before its run was settled.`);
  }

  #run(data: JsonObject, event: JsonObject): ChatResponseUpdate[] {
    const run = runOf(data, this.#errors);
    if (isPending(run)) return [{ contents: [], ...identity(run), rawRepresentation: event }];
    demandSuccess(run, this.#errors);
    this.#over = true;
    return [{ ...update(waitingCalls(run), event), ...identity(run), ...ending(run, this.#refused) }];
  }

  #message(data: JsonObject, phase: string, event: JsonObject): ChatResponseUpdate[] {
    const id = text(data.id) ?? '';
    const growing = this.#messages.get(id) ?? new GrowingMessage();
    this.#messages.set(id, growing);
    const isWhole = phase === 'completed' || phase === 'incomplete';
    const contents = phase === 'delta' ? growing.grow(data.delta) : isWhole ? growing.close(data) : [];
    this.#refused ||= contents.some(({ type }) => type === 'error');
    return [update(contents, event, id)];
  }
}

function update(contents: Content[], event: JsonObject, messageId?: string): ChatResponseUpdate {
  return defined({ role: 'assistant' as const, contents, messageId, rawRepresentation: event });
}

// One message of a stream while it grows.

/**
 * Text is told as it comes. Its citations follow when the part is over, because they count from its beginning; and the message
 * itself follows in a piece without words, so that nothing is joined with it.
 */
class GrowingMessage {
  /** The part that grows, and its place. */
  #index = -1;
  #part: JsonObject = {};
  /** Words that were told of this part, and of the texts right before it: pieces next to each other become one. */
  #said = '';
  #before = '';
  /** How many citations were told of each part that is over. */
  readonly #cited = new Map<number, number>();

  /** @param delta of a `thread.message.delta` event */
  grow(delta: Json | undefined): Content[] {
    const pieces = isJsonObject(delta) ? (list(delta.content) ?? []) : [];
    return pieces.flatMap((piece) => (isJsonObject(piece) ? this.#take(piece) : []));
  }

  /** What the whole message says beyond what was told. */
  close(message: JsonObject): Content[] {
    const parts = (list(message.content) ?? []).map((part) => (isJsonObject(part) ? part : {}));
    // They are pieces of their own: before the rest, they would part what its citations are counted in.
    const uncited = this.#uncited(parts);
    const contents = this.#index < 0 ? [] : this.#closePart(parts[this.#index] ?? this.#part);
    for (const part of parts.slice(this.#index + 1)) {
      this.#begin(part);
      contents.push(...this.#closePart(part));
    }
    const end: Content = { type: 'text', text: '', rawRepresentation: message };
    return [...contents, ...uncited, ...attachedFiles(message), end];
  }

  /** Citations that came with no piece of a part that is over: their words are told, so that only their sources can be. */
  #uncited(parts: readonly JsonObject[]): Content[] {
    return parts.slice(0, Math.max(this.#index, 0)).flatMap((part, index) => {
      const annotations = citations(part)
        .slice(this.#cited.get(index) ?? 0)
        .map(({ startIndex: _, endIndex: __, ...source }) => source);
      return annotations.length > 0 ? [{ type: 'text', text: '', annotations, rawRepresentation: part }] : [];
    });
  }

  #take({ index, ...piece }: JsonObject): Content[] {
    const at = typeof index === 'number' ? index : Math.max(this.#index, 0);
    const contents: Content[] = [];
    if (at !== this.#index) {
      if (this.#index >= 0) contents.push(...this.#closePart(this.#part));
      this.#index = at;
      this.#begin(piece);
    } else {
      this.#part = joined(this.#part, piece);
    }
    const words = textOfPart(this.#part);
    const news = words?.slice(this.#said.length) ?? '';
    this.#said += news;
    return news === '' ? contents : [...contents, { type: 'text', text: news }];
  }

  #begin(part: JsonObject): void {
    const isText = textOfPart(part) !== undefined;
    this.#before = isText ? this.#before + this.#said : '';
    this.#said = '';
    this.#part = part;
  }

  /** @param part the whole of it */
  #closePart(part: JsonObject): Content[] {
    const words = textOfPart(part);
    if (words === undefined) return contentOfPart(part);
    const rest = words.startsWith(this.#said) ? words.slice(this.#said.length) : '';
    this.#said += rest;
    const annotations = nonEmpty(citations(part).map((citation) => moved(citation, this.#before.length)));
    this.#cited.set(this.#index, annotations?.length ?? 0);
    return rest === '' && !annotations ? [] : [defined({ type: 'text' as const, text: rest, annotations })];
  }
}

/** A part with one more piece: text grows, citations are added. */
function joined(part: JsonObject, piece: JsonObject): JsonObject {
  if (isJsonObject(part.text) && isJsonObject(piece.text)) {
    const value = `${text(part.text.value) ?? ''}${text(piece.text.value) ?? ''}`;
    const annotations = [...(list(part.text.annotations) ?? []), ...(list(piece.text.annotations) ?? [])];
    return { ...part, text: { value, annotations } };
  }
  if (typeof part.refusal === 'string' && typeof piece.refusal === 'string') {
    return { ...part, refusal: part.refusal + piece.refusal };
  }
  return { ...part, ...piece };
}

/** A citation without indexes is about its whole part, which here is a span of what all parts make together. */
function moved(citation: Citation, by: number): Citation {
  const { startIndex, endIndex } = citation;
  return defined({
    ...citation,
    startIndex: startIndex === undefined ? undefined : startIndex + by,
    endIndex: endIndex === undefined ? undefined : endIndex + by,
  });
}
