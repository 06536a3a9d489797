/** One entry of a stream while it grows. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import type { Content } from '../../../spec/contract/index.ts';
import { text } from '../shared/json.ts';
import { contentsOfEntry } from './entries.ts';
import { contentsOfChunk, thoughtIn } from './message-entry.ts';

/** Types of events that tell of an entry, and of its type. */
const entryTypes = /^(message\.output|function\.call|tool\.execution|agent\.handoff)\.\w+$/;

/** True for an event that tells of an entry. */
export const isOfEntry = ({ type }: JsonObject): boolean => entryTypes.test(String(type));

/** Members that say how an entry travels. */
const framing = new Set(['type', 'output_index', 'content_index', 'created_at', 'content', 'arguments']);

export class GrowingEntry {
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
