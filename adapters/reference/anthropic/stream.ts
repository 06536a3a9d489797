/** From the events of a stream to updates. Pure: it reads any iterable of events. */
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import { type ChatResponseUpdate, type Content, WireError } from '../../../spec/contract/index.ts';
import { defined, list, text } from '../shared/json.ts';
import type { ActionTools } from './actions.ts';
import { providerError } from './errors.ts';
import { contentFromBlock, finishReason, refusal, usageDetails } from './response.ts';

/**
 * @param reader holds the message when the stream has ended
 * @throws WireError when the stream is not what the API promises, above all when it ends before `message_stop`
 * @throws ProviderError for an error inside the stream
 */
export async function* updatesFromEvents(
  events: AsyncIterable<unknown>,
  reader = new StreamReader(),
): AsyncGenerator<ChatResponseUpdate> {
  for await (const event of events) yield* reader.read(event);
  reader.end();
}

/** A block's contents wait until all blocks that began before it are whole, so that they keep the order of the message. */
interface OpenBlock extends GrowingBlock {
  readonly index: Json | undefined;
  waiting: Content[];
  whole: boolean;
}

/** Puts the events of one message together. */
export class StreamReader {
  #message: JsonObject | undefined;
  #blocks: JsonObject[] = [];
  #open: OpenBlock[] = [];
  #stopped = false;
  /** Length of the text that the pieces told last make together. */
  #run: number;

  readonly #actions: ActionTools;

  /**
   * @param before what the message before it, which this one goes on with, ended with
   * @param actions tools that are answered by acting
   */
  constructor(before?: StreamReader, actions: ActionTools = new Map()) {
    this.#actions = actions;
    this.#run = before ? before.#run : 0;
  }

  read(event: unknown): ChatResponseUpdate[] {
    if (!isJsonObject(event) || typeof event.type !== 'string') {
      throw new WireError('An event of the stream is not a JSON object with a type.');
    }
    switch (event.type) {
      case 'message_start':
        return this.#start(event);
      case 'content_block_start':
        return this.#startBlock(event);
      case 'content_block_delta': {
        const block = this.#block(event);
        block.waiting.push(...grow(block, event.delta));
        return this.#release(event);
      }
      case 'content_block_stop': {
        const block = this.#block(event);
        block.waiting.push(...closing(block, this.#actions));
        block.whole = true;
        return this.#release(event);
      }
      case 'message_delta':
        this.#change(event);
        return [{ ...this.#envelope(), contents: [], rawRepresentation: event }];
      case 'message_stop':
        return this.#stop(event);
      case 'ping':
        return [];
      case 'error':
        throw providerError(event);
      default:
        // Not known, so passed on as it is.
        return [{ contents: [], rawRepresentation: event }];
    }
  }

  /** The message so far, with the blocks that are whole, as a response that is not streamed would have it. */
  get message(): JsonObject {
    return { ...this.#started(), content: this.#blocks };
  }

  end(): void {
    if (!this.#stopped) throw new WireError('The stream of Anthropic ended before "message_stop".');
  }

  #start(event: JsonObject): ChatResponseUpdate[] {
    if (!isJsonObject(event.message)) throw new WireError('The event "message_start" has no message.');
    if (this.#message && !this.#stopped) throw new WireError('A message of the stream begins inside another.');
    this.#message = event.message;
    this.#stopped = false;
    // A call made by code that the provider runs comes here, whole, and no events follow for it.
    const { content } = this.#message;
    const contents = Array.isArray(content)
      ? content.map((block: unknown) => contentFromBlock(block, this.#actions))
      : [];
    this.#blocks = Array.isArray(content) ? content.filter(isJsonObject) : [];
    return [
      {
        ...this.#envelope(),
        ...defined({ responseId: text(this.#message.id), modelId: text(this.#message.model) }),
        contents: contents.map((content) => this.#placed(content, 0)),
        rawRepresentation: event,
      },
    ];
  }

  #startBlock(event: JsonObject): ChatResponseUpdate[] {
    const block = event.content_block;
    if (!isJsonObject(block)) throw new WireError('The event "content_block_start" has no content block.');
    const waiting = pieceOf(block.type, block.text ?? block.thinking);
    this.#open.push({ index: event.index, block, inputText: '', waiting, whole: false });
    return this.#release(event);
  }

  #block(event: JsonObject): OpenBlock {
    const block = this.#open.findLast(({ index, whole }) => index === event.index && !whole);
    if (block) return block;
    throw new WireError(
      `The event "${event.type}" is for block ${JSON.stringify(event.index ?? null)}, which is not open.`,
    );
  }

  #release(event: JsonObject): ChatResponseUpdate[] {
    const contents: Content[] = [];
    for (let first = this.#open[0]; first; first = this.#open[0]) {
      contents.push(...first.waiting.map((content) => this.#placed(content, text(first.block.text)?.length ?? 0)));
      first.waiting = [];
      if (!first.whole) break;
      this.#blocks.push(wholeBlock(first));
      this.#open.shift();
    }
    return contents.length > 0 ? [{ ...this.#envelope(), contents, rawRepresentation: event }] : [];
  }

  /**
   * A citation is about its whole block. Once pieces are joined, that is the end of what they make together; other contents,
   * and pieces with a block, are not joined.
   */
  #placed(content: Content, blockLength: number): Content {
    const joins = content.type === 'text' && content.rawRepresentation === undefined;
    this.#run = joins ? this.#run + content.text.length : 0;
    if (!joins || !content.annotations) return content;
    const span = { startIndex: this.#run - blockLength, endIndex: this.#run };
    return { ...content, annotations: content.annotations.map((citation) => ({ ...citation, ...span })) };
  }

  /** Numbers of usage are totals so far: those that are given replace the earlier ones. */
  #change(event: JsonObject): void {
    const delta = isJsonObject(event.delta) ? event.delta : {};
    const message = this.#started();
    const before = message.usage;
    const usage = isJsonObject(event.usage) ? Object.entries(event.usage).filter(([, v]) => v !== null) : [];
    this.#message = {
      ...message,
      ...delta,
      usage: { ...(isJsonObject(before) ? before : {}), ...Object.fromEntries(usage) },
    };
  }

  #stop(event: JsonObject): ChatResponseUpdate[] {
    const message = this.#started();
    if (this.#open.length > 0) throw new WireError('The stream stopped inside a content block.');
    this.#stopped = true;
    return [
      {
        ...this.#envelope(),
        contents: refusal(message),
        ...defined({
          finishReason: finishReason(message.stop_reason),
          usage: usageDetails(message.usage),
        }),
        rawRepresentation: event,
      },
    ];
  }

  #envelope(): Pick<ChatResponseUpdate, 'role' | 'messageId'> {
    return defined({ role: 'assistant' as const, messageId: text(this.#started().id) });
  }

  #started(): JsonObject {
    if (!this.#message) throw new WireError('The stream of Anthropic does not begin with "message_start".');
    return this.#message;
  }
}

// One content block of a stream while it grows.

/** The block so far, and its arguments as far as they were streamed. */
interface GrowingBlock {
  block: JsonObject;
  inputText: string;
}

/** The piece of text or reasoning in it, if any: what a reader can be shown at once. */
function pieceOf(type: Json | undefined, words: Json | undefined): Content[] {
  if (typeof words !== 'string' || words === '') return [];
  if (type === 'text') return [{ type: 'text', text: words }];
  if (type === 'thinking') return [{ type: 'reasoning', text: words }];
  return [];
}

/**
 * Takes a delta into the block and gives the piece it adds.
 *
 * Text, reasoning, signatures and the members of deltas not known here are added to the members of the same name; so a block whose type
 * is not known still ends up whole.
 */
function grow(growing: GrowingBlock, delta: unknown): Content[] {
  if (!isJsonObject(delta)) throw new WireError('A delta of the stream is not a JSON object.');
  const { type, ...members } = delta;
  const { block } = growing;
  switch (type) {
    case 'input_json_delta':
      growing.inputText += typeof members.partial_json === 'string' ? members.partial_json : '';
      return [];
    case 'citations_delta': {
      const citations = list(block.citations) ?? [];
      growing.block = { ...block, citations: [...citations, members.citation ?? null] };
      return [];
    }
  }
  growing.block = {
    ...block,
    ...Object.fromEntries(Object.entries(members).map(([k, v]) => [k, joined(block[k], v)])),
  };
  return pieceOf(block.type, members.text ?? members.thinking);
}

function joined(before: Json | undefined, more: Json): Json {
  return typeof before === 'string' && typeof more === 'string' ? before + more : more;
}

/**
 * What is still to be said once the block is whole. Of text and reasoning the words are already out. Citations stand in a
 * piece of their own, so that they are joined with the words, and the block in another, which never is.
 */
function closing(growing: GrowingBlock, actions?: ActionTools): Content[] {
  const content = contentFromBlock(wholeBlock(growing), actions);
  switch (content.type) {
    case 'text': {
      const { annotations, ...rest } = content;
      if (content.rawRepresentation === undefined) return [];
      return [...(annotations ? [{ type: 'text' as const, text: '', annotations }] : []), { ...rest, text: '' }];
    }
    case 'reasoning':
      return [{ ...content, text: '' }];
    default:
      return [content];
  }
}

/** The block with its arguments. They come whole in the block's beginning, or as text in pieces, or not at all. */
function wholeBlock({ block, inputText }: GrowingBlock): JsonObject {
  if (inputText.trim() === '') return block;
  try {
    const input: unknown = JSON.parse(inputText);
    if (isJsonObject(input)) return { ...block, input };
  } catch {
    // Cut short, or streamed without the provider's validation: kept as the model wrote it.
  }
  return { ...block, input: inputText };
}
