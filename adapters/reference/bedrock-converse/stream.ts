/** From the events of a stream to updates. Pure: it reads any iterable of events. */
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import { type ChatResponseUpdate, type Content, WireError } from '../../../spec/contract/index.ts';
import { defined, list, text } from '../shared/json.ts';
import type { BuiltIns } from './actions.ts';
import { memberOf } from './media.ts';
import { contentFromBlock, finishReason, usageDetails } from './response.ts';

/** @throws WireError when the stream is not what the API promises, above all when it ends before `messageStop` */
export async function* updatesFromEvents(
  events: AsyncIterable<unknown>,
  reader: StreamReader,
): AsyncGenerator<ChatResponseUpdate> {
  for await (const event of events) yield* reader.read(event);
  reader.end();
}

/** A block's contents wait until all blocks that began before it are whole, so that they keep the order of the message. */
interface OpenBlock extends GrowingBlock {
  readonly index: Json;
  waiting: Content[];
  whole: boolean;
}

/** Puts the events of one message together. */
export class StreamReader {
  readonly #builtIns: BuiltIns;
  #open: OpenBlock[] = [];
  #stopped = false;
  /** Length of the text that the pieces told last make together. */
  #run = 0;

  /** @param builtIns tools that are answered by acting */
  constructor(builtIns: BuiltIns = new Map()) {
    this.#builtIns = builtIns;
  }

  read(event: unknown): ChatResponseUpdate[] {
    const [type, payload] = isJsonObject(event) ? (Object.entries(event)[0] ?? []) : [];
    if (!isJsonObject(event) || !isJsonObject(payload)) {
      throw new WireError('An event of the stream is not a JSON object.');
    }
    switch (type) {
      case 'messageStart':
        return [];
      case 'contentBlockStart':
        this.#start(payload);
        return [];
      case 'contentBlockDelta': {
        const block = this.#block(payload) ?? this.#begin(payload.contentBlockIndex);
        block.waiting.push(...grow(block, payload.delta));
        return this.#release(event);
      }
      case 'contentBlockStop': {
        // One that nothing was said of began and ended in silence.
        const block = this.#block(payload) ?? this.#begin(payload.contentBlockIndex);
        if (block.start || block.deltas.length > 0) {
          block.waiting.push(...closing(contentFromBlock(wholeBlock(block), this.#builtIns)));
        }
        block.whole = true;
        return this.#release(event);
      }
      case 'messageStop':
        return [this.#stop(payload, event)];
      case 'metadata':
        return [{ contents: [], ...defined({ usage: usageDetails(payload.usage) }), rawRepresentation: event }];
      default:
        // Not known, so passed on as it is.
        return [{ contents: [], rawRepresentation: event }];
    }
  }

  end(): void {
    if (!this.#stopped) throw new WireError('The stream of Amazon Bedrock ended before "messageStop".');
  }

  #start({ contentBlockIndex, start }: JsonObject): void {
    if (!isJsonObject(start)) throw new WireError('The event "contentBlockStart" does not say what begins.');
    this.#begin(contentBlockIndex, start);
  }

  #begin(index: Json | undefined, start?: JsonObject): OpenBlock {
    if (typeof index !== 'number') throw new WireError('An event of the stream does not say which block it is about.');
    const block: OpenBlock = { index, start, deltas: [], waiting: [], whole: false };
    this.#open.push(block);
    return block;
  }

  #block({ contentBlockIndex }: JsonObject): OpenBlock | undefined {
    return this.#open.findLast(({ index, whole }) => index === contentBlockIndex && !whole);
  }

  #release(event: JsonObject): ChatResponseUpdate[] {
    const contents: Content[] = [];
    for (let first = this.#open[0]; first; first = this.#open[0]) {
      const block = first;
      contents.push(...block.waiting.map((content) => this.#placed(content, block)));
      block.waiting = [];
      if (!block.whole) break;
      this.#open.shift();
    }
    return contents.length > 0 ? [{ role: 'assistant', contents, rawRepresentation: event }] : [];
  }

  /**
   * A citation is about all the text of its block. Once pieces are joined, that is the end of what they make together; other
   * contents, and pieces with a block, are not joined.
   */
  #placed(content: Content, { deltas }: GrowingBlock): Content {
    const joins = content.type === 'text' && content.rawRepresentation === undefined;
    this.#run = joins ? this.#run + content.text.length : 0;
    if (!joins || !content.annotations) return content;
    const length = deltas.reduce((sum, [kind, value]) => sum + (kind === 'text' ? String(value).length : 0), 0);
    const span = { startIndex: this.#run - length, endIndex: this.#run };
    return { ...content, annotations: content.annotations.map((citation) => ({ ...citation, ...span })) };
  }

  #stop(payload: JsonObject, event: JsonObject): ChatResponseUpdate {
    if (this.#open.length > 0) throw new WireError('The stream stopped inside a content block.');
    this.#stopped = true;
    return {
      role: 'assistant',
      contents: [],
      ...defined({ finishReason: finishReason(payload.stopReason) }),
      rawRepresentation: event,
    };
  }
}

// One content block of a stream while it grows.

/** What its beginning said, and all deltas that followed, by their kinds. */
interface GrowingBlock {
  readonly start: JsonObject | undefined;
  readonly deltas: (readonly [kind: string, value: Json])[];
}

/**
 * Takes a delta into the block and gives the piece it adds: what a reader can be shown at once.
 *
 * @throws WireError for a delta that is no object of one member
 */
function grow({ deltas }: GrowingBlock, delta: unknown): Content[] {
  const member = memberOf(delta);
  if (!member) throw new WireError('A delta of the stream is not an object of one member.');
  deltas.push(member);
  const [kind, value] = member;
  if (kind === 'text') return typeof value === 'string' && value !== '' ? [{ type: 'text', text: value }] : [];
  const thought = kind === 'reasoningContent' && isJsonObject(value) ? text(value.text) : undefined;
  return thought ? [{ type: 'reasoning', text: thought }] : [];
}

/**
 * The block as a response that is not streamed has it. Only calls, results and images begin with a word of what they are; every
 * other block is known by its deltas, and what is not known keeps their names.
 */
function wholeBlock({ start, deltas }: GrowingBlock): JsonObject {
  const of = (kind: string) => deltas.flatMap(([name, value]) => (name === kind ? [value] : []));
  const begun = memberOf(start);
  if (begun) return { [begun[0]]: begunBlock(begun[0], isJsonObject(begun[1]) ? begun[1] : {}, of) };
  const reasoning = of('reasoningContent').filter(isJsonObject);
  if (reasoning.length > 0) return { reasoningContent: reasoningBlock(reasoning) };
  const words = joined(of('text'));
  const citations = of('citation');
  if (citations.length > 0) {
    return { citationsContent: { ...(words === '' ? {} : { content: [{ text: words }] }), citations } };
  }
  const [unknown] = deltas.find(([kind]) => kind !== 'text') ?? [];
  return unknown === undefined ? { text: words } : { [unknown]: of(unknown) };
}

const joined = (pieces: readonly Json[]): string => pieces.map((piece) => text(piece) ?? '').join('');

function begunBlock(name: string, start: JsonObject, of: (kind: string) => Json[]): JsonObject {
  switch (name) {
    case 'toolUse': {
      const written = joined(of('toolUse').map((delta) => (isJsonObject(delta) ? (delta.input ?? null) : null)));
      return { ...start, input: inputOf(written) };
    }
    case 'toolResult':
      return { ...start, content: of('toolResult').flatMap((parts) => [...(list(parts) ?? [])]) };
    case 'image': {
      const sources = of('image').map((delta) => (isJsonObject(delta) ? delta.source : undefined));
      const pieces = sources.map((source) => (isJsonObject(source) ? source.bytes : undefined));
      return { ...start, source: { bytes: base64Joined(pieces) } };
    }
    default:
      return { ...start, deltas: of(name) };
  }
}

/** The arguments come as text in pieces, or not at all; what does not parse is kept as the model wrote it. */
function inputOf(written: string): Json {
  if (written.trim() === '') return {};
  try {
    const input: unknown = JSON.parse(written);
    if (isJsonObject(input)) return input;
  } catch {
    // Cut short.
  }
  return written;
}

function reasoningBlock(deltas: readonly JsonObject[]): JsonObject {
  const redacted = deltas.filter(({ redactedContent }) => redactedContent !== undefined);
  if (redacted.length > 0) {
    return { redactedContent: base64Joined(redacted.map(({ redactedContent }) => redactedContent)) };
  }
  const signatures = deltas.flatMap(({ signature }) => text(signature) ?? []);
  const words = joined(deltas.map((delta) => delta.text ?? null));
  return { reasoningText: { text: words, ...(signatures.length > 0 ? { signature: signatures.join('') } : {}) } };
}

/** Bytes that came in several pieces: each is base64 in itself. */
function base64Joined(pieces: readonly (Json | undefined)[]): string {
  const [only, second] = pieces;
  if (second === undefined) return text(only) ?? '';
  return Buffer.concat(pieces.map((piece) => Buffer.from(text(piece) ?? '', 'base64'))).toString('base64');
}

/**
 * What is still to be said once the block is whole. Of text and reasoning the words are already out. Citations of these words
 * stand in a piece of their own, so that they are joined with them, and the block in another, which never is.
 */
function closing(content: Content): Content[] {
  switch (content.type) {
    case 'text': {
      const { annotations, ...rest } = content;
      if (content.rawRepresentation === undefined) return [];
      if (content.text === '' || !annotations) return [{ ...content, text: '' }];
      return [
        { type: 'text', text: '', annotations },
        { ...rest, text: '' },
      ];
    }
    case 'reasoning':
      return [{ ...content, text: '' }];
    default:
      return [content];
  }
}
