/** From the events of a stream to updates. Pure: it reads any iterable of events. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import { type ChatResponseUpdate, type Content, WireError } from '../../../spec/contract/index.ts';
import { defined } from '../shared/defined.ts';
import type { BuiltIns } from './actions.ts';
import { contentFromBlock } from './blocks.ts';
import { finishReason, usageDetails } from './response.ts';
import { closing, type GrowingBlock, grow, wholeBlock } from './stream-blocks.ts';

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
