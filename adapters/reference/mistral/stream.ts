/** From the events of a stream to updates. Pure: it reads any iterable of events. Source: `ConversationEvents`. */
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import { type ChatResponseUpdate, type Content, WireError } from '../../../spec/contract/index.ts';
import { defined, text } from '../shared/json.ts';
import { providerError } from '../shared/mistral.ts';
import {
  contentsOfChunk,
  contentsOfEntry,
  conversationId,
  finishReason,
  messageIdOf,
  modelOf,
  thoughtIn,
  usageDetails,
} from './response.ts';

/**
 * @param isKept whether Mistral was asked, or left, to keep the conversation
 * @throws WireError when the stream is not what the API promises, above all when it ends before its response is over
 * @throws ProviderError for an error inside the stream
 */
export async function* updatesFromEvents(
  events: AsyncIterable<unknown>,
  isKept: boolean,
): AsyncGenerator<ChatResponseUpdate> {
  const reader = new StreamReader(isKept);
  for await (const event of events) yield* reader.read(event);
  reader.end();
}

class StreamReader {
  readonly #isKept: boolean;
  /** In the order of the outputs. The contents of each wait until all before it have said what they have to say. */
  readonly #entries: GrowingEntry[] = [];
  #over = false;

  constructor(isKept: boolean) {
    this.#isKept = isKept;
  }

  read(event: unknown): ChatResponseUpdate[] {
    if (!isJsonObject(event) || typeof event.type !== 'string') {
      throw new WireError('An event of the stream is not a JSON object with a type.');
    }
    switch (event.type) {
      case 'conversation.response.started': {
        const id = conversationId(event, this.#isKept);
        return [defined({ contents: [], conversationId: id, rawRepresentation: event })];
      }
      case 'conversation.response.error':
        throw providerError(event);
      case 'conversation.response.done':
        return this.#finish(event);
      default:
        if (!isOfEntry(event)) return [{ contents: [], rawRepresentation: event }];
        this.#entry(event).take(event);
        return this.#release(event);
    }
  }

  end(): void {
    if (!this.#over) throw new WireError('The stream of Mistral ended before its response was over.');
  }

  /** The entry that an event is about; a new one where no event spoke of it before. */
  #entry(event: JsonObject): GrowingEntry {
    const last = this.#entries.at(-1);
    const index = typeof event.output_index === 'number' ? event.output_index : (last?.index ?? 0);
    const known = this.#entries.find((entry) => entry.index === index);
    if (known) return known;
    const entry = new GrowingEntry(index);
    this.#entries.push(entry);
    this.#entries.sort((a, b) => a.index - b.index);
    return entry;
  }

  #release(event: JsonObject): ChatResponseUpdate[] {
    const updates: ChatResponseUpdate[] = [];
    for (const [i, entry] of this.#entries.entries()) {
      const next = this.#entries[i + 1];
      // Nothing says that a text is over, but that something else begins.
      if (this.#over || (next && entry.endsWithTheNext)) entry.close();
      const contents = entry.release();
      if (contents.length > 0) {
        const identity = { messageId: messageIdOf(entry.members), modelId: modelOf(entry.members) };
        updates.push(defined({ role: 'assistant' as const, contents, ...identity, rawRepresentation: event }));
      }
      if (!entry.isWhole) break;
    }
    return updates;
  }

  #finish(event: JsonObject): ChatResponseUpdate[] {
    this.#over = true;
    const released = this.#release(event);
    const last = {
      contents: [],
      finishReason: finishReason(this.#entries.map(({ members }) => members)),
      usage: usageDetails(event.usage),
      rawRepresentation: event,
    };
    return [...released, defined(last)];
  }
}

// One entry of a stream while it grows.

/** Types of events that tell of an entry, and of its type. */
const entryTypes = /^(message\.output|function\.call|tool\.execution|agent\.handoff)\.\w+$/;

/** True for an event that tells of an entry. */
const isOfEntry = ({ type }: JsonObject): boolean => entryTypes.test(String(type));

/** Members that say how an entry travels. */
const framing = new Set(['type', 'output_index', 'content_index', 'created_at', 'content', 'arguments']);

class GrowingEntry {
  readonly index: number;
  isWhole = false;
  #members: Record<string, Json> = { object: 'entry' };
  #chunks: { readonly place: Json | undefined; chunk: JsonObject; isString: boolean }[] = [];
  #waiting: Content[] = [];

  constructor(index: number) {
    this.index = index;
  }

  /** The entry as far as it is known. */
  get members(): JsonObject {
    return this.#members;
  }

  /** A call may still grow while the next one does; nothing says when it is whole. */
  get endsWithTheNext(): boolean {
    return this.#members.type === 'message.output';
  }

  take(event: JsonObject): void {
    const [, type = ''] = entryTypes.exec(String(event.type)) ?? [];
    const others = Object.entries(event).filter(([name]) => !framing.has(name));
    const isFirst = this.#members.type === undefined;
    Object.assign(this.#members, { type }, Object.fromEntries(others));
    const { created_at: at, arguments: written } = event;
    if (isFirst && at !== undefined) this.#members.created_at = at;
    if (typeof written === 'string') this.#members.arguments = (text(this.#members.arguments) ?? '') + written;
    else if (isJsonObject(written)) this.#members.arguments = written;
    if (type === 'message.output') this.#write(event.content, event.content_index);
    if (String(event.type).endsWith('.done')) {
      if (at !== undefined) this.#members.completed_at = at;
      this.close();
    }
  }

  /** What may be told now; it is told once. */
  release(): Content[] {
    return this.#waiting.splice(0);
  }

  /** Of a text the words are out already; the entry itself follows, so that it can go back. */
  close(): void {
    if (this.isWhole) return;
    this.isWhole = true;
    if (this.#members.type !== 'message.output') {
      this.#waiting.push(...contentsOfEntry(this.#members));
      return;
    }
    this.#endThought();
    this.#members.content = this.#content();
    this.#waiting.push({ type: 'text', text: '', rawRepresentation: this.#members });
  }

  /** A piece of text, or a chunk: whole, or a piece of one that is text or thinking. */
  #write(content: Json | undefined, place: Json | undefined): void {
    const isString = typeof content === 'string';
    const chunk: Json | undefined = isString ? { type: 'text', text: content } : content;
    if (!isJsonObject(chunk)) return;
    const last = this.#chunks.at(-1);
    const grown = last && last.place === place && last.isString === isString ? grow(last.chunk, chunk) : undefined;
    if (last && grown) last.chunk = grown;
    if (!grown) {
      this.#endThought();
      this.#chunks.push({ place, chunk, isString });
    }
    this.#waiting.push(...(chunk.type === 'thinking' ? thought(chunk) : contentsOfChunk(chunk)));
  }

  /** Said even where there is no signature, because it ends the block: the next chunk may be thinking too. */
  #endThought(): void {
    const chunk = this.#chunks.at(-1)?.chunk;
    if (chunk?.type !== 'thinking') return;
    this.#waiting.push({
      type: 'reasoning',
      text: '',
      protectedData: text(chunk.signature) ?? '',
      rawRepresentation: chunk,
    });
  }

  /** A string where nothing but strings came. */
  #content(): Json {
    const [only, ...others] = this.#chunks;
    if (!only) return '';
    return only.isString && others.length === 0 ? (only.chunk.text ?? '') : this.#chunks.map(({ chunk }) => chunk);
  }
}

const thought = (chunk: JsonObject): Content[] => {
  const words = thoughtIn(chunk);
  return words === '' ? [] : [{ type: 'reasoning', text: words }];
};

/** The chunk with the piece behind it; `undefined` where the piece is a chunk of its own. */
function grow(chunk: JsonObject, piece: JsonObject): JsonObject | undefined {
  if (chunk.type !== piece.type) return undefined;
  if (chunk.type === 'text') return { ...chunk, ...piece, text: `${text(chunk.text) ?? ''}${text(piece.text) ?? ''}` };
  if (chunk.type !== 'thinking') return undefined;
  const thinking = [{ type: 'text', text: thoughtIn(chunk) + thoughtIn(piece) }];
  return { ...chunk, ...piece, thinking };
}
